import { describe, expect, test } from 'vitest';
import { allowedHosts, refuse } from '../../../src/main/http/access/host-and-origin.ts';

const PORT = 4717;
const LOCAL = allowedHosts({ host: '127.0.0.1', port: PORT, publicUrl: null });
const own = { host: `127.0.0.1:${PORT}`, origin: null, fetchSite: null, fetchMode: null };

describe('comes in', () => {
  test.each([
    ['a script', {}],
    ['localhost', { host: `localhost:${PORT}` }],
    ['IPv6 loopback', { host: `[::1]:${PORT}` }],
    ['a host in capitals', { host: `LOCALHOST:${PORT}` }],
    [
      'our own page',
      { origin: `http://127.0.0.1:${PORT}`, fetchSite: 'same-origin', fetchMode: 'cors' },
    ],
    ['a typed address', { fetchSite: 'none', fetchMode: 'navigate' }],
    ['a link on another page', { fetchSite: 'cross-site', fetchMode: 'navigate' }],
  ])('%s', (_what, change) => {
    expect(refuse({ ...own, ...change }, LOCAL)).toBeNull();
  });
});

describe('stays out', () => {
  test.each([
    ['no host', { host: null }],
    ['an empty host', { host: '' }],
    ['a rebound name', { host: `evil.example:${PORT}` }],
    ['a name that begins like ours', { host: `127.0.0.1.evil.example:${PORT}` }],
    ['another port', { host: '127.0.0.1:4718' }],
    ['no port', { host: '127.0.0.1' }],
    ['the address of this machine that is not listened on', { host: `192.168.1.5:${PORT}` }],
    ['any address', { host: `0.0.0.0:${PORT}` }],
    ['a user before the host', { host: `me@127.0.0.1:${PORT}` }],
  ])('%s', (_what, change) => {
    expect(refuse({ ...own, ...change }, LOCAL)).toBe('forbidden_host');
  });

  test.each([
    ['another page', { origin: 'https://evil.example' }],
    ['a page without origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['another local service', { origin: 'http://127.0.0.1:3000' }],
    ['an origin that begins like ours', { origin: `http://127.0.0.1:${PORT}.evil.example` }],
    ['an origin that has ours as user', { origin: `http://127.0.0.1:${PORT}@evil.example` }],
    ['a browser extension', { origin: `chrome-extension://127.0.0.1:${PORT}` }],
    ['a file', { origin: 'file://' }],
    ['a request of another site', { fetchSite: 'cross-site', fetchMode: 'no-cors' }],
    ['a request of another port', { fetchSite: 'same-site', fetchMode: 'cors' }],
    ['a request without a mode', { fetchSite: 'cross-site' }],
    ['a form of another page', { origin: 'https://evil.example', fetchMode: 'navigate' }],
  ])('%s', (_what, change) => {
    expect(refuse({ ...own, ...change }, LOCAL)).toBe('forbidden_origin');
  });
});

describe('the hosts', () => {
  test('are those of the public address too', () => {
    const publicUrl = 'https://steno.example.org/';
    const hosts = allowedHosts({ host: '127.0.0.1', port: PORT, publicUrl });
    expect(hosts.has('steno.example.org')).toBe(true);
    const origin = 'https://steno.example.org';
    expect(refuse({ ...own, host: 'steno.example.org', origin }, hosts)).toBeNull();
    expect(refuse({ ...own, host: 'steno.example.org:443', origin }, hosts)).toBeNull();
    expect(refuse({ ...own, host: 'steno.example.org:80', origin }, hosts)).toBe('forbidden_host');
  });

  test('are those of this machine only when it listens there', () => {
    const bound = allowedHosts({ host: '10.0.0.7', port: PORT, publicUrl: null });
    expect(bound.has(`10.0.0.7:${PORT}`)).toBe(true);
    expect(LOCAL.has(`10.0.0.7:${PORT}`)).toBe(false);
  });

  test('need no port where it is the usual one', () => {
    const hosts = allowedHosts({ host: '127.0.0.1', port: 80, publicUrl: null });
    expect(hosts.has('localhost')).toBe(true);
  });
});
