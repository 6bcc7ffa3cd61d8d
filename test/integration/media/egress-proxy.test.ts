import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  type EgressProxyOptions,
  startEgressProxy,
} from '../../../src/main/media/guard/egress-proxy.ts';
import type { CheckedUrl } from '../../../src/main/media/guard/url-guard.ts';
import { originFor } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { until } from '../../helpers/harness/until.ts';
import { answerOf, FORBIDDEN, NAMES } from '../../helpers/servers/forbidden-addresses.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';

const names = { ...NAMES, 'page.example.com': [['93.184.216.34']] };

async function proxyFor(page: string, options: Partial<EgressProxyOptions> = {}) {
  const guard = options.guard ?? createTestGuard(names);
  const proxy = await startEgressProxy({
    guard,
    page: await guard.check(page),
    maxBytes: 1_000_000,
    onTraffic: () => undefined,
    ...options,
  });
  onTestFinished(() => proxy.close());
  const { port, username, password } = new URL(proxy.url);
  const login = `Basic ${btoa(`${username}:${password}`)}`;
  return { ...proxy, port: Number(port), login };
}

/** Says something to a port and gives everything that is answered. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (data: string) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const get = (url: string, login: string | null) =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${login ? `Proxy-Authorization: ${login}\r\n` : ''}\r\n`;
const tunnel = (to: string, login: string | null) =>
  `CONNECT ${to} HTTP/1.1\r\nHost: x\r\n${login ? `Proxy-Authorization: ${login}\r\n` : ''}\r\n`;

it('sends plain requests on, without its password', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  const proxy = await proxyFor(origin.url);
  expect(await say(proxy.port, get(`${origin.url}/a`, proxy.login))).toMatch(/200 OK[\s\S]*sound$/);
  expect(origin.requests[0]).toMatchObject({
    path: '/a',
    headers: { host: `127.0.0.1:${origin.port}` },
  });
  expect(origin.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
});

it('opens tunnels', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  let arrived = 0;
  const onTraffic = (bytes: number) => {
    arrived += bytes;
  };
  const proxy = await proxyFor(origin.url, { onTraffic });
  const inside = 'GET /b HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n';
  const answer = await say(proxy.port, tunnel(`127.0.0.1:${origin.port}`, proxy.login) + inside);
  expect(answer).toMatch(/^HTTP\/1\.1 200[\s\S]*200 OK[\s\S]*sound$/);
  expect(arrived).toBe(answer.length - answer.indexOf('HTTP/1.1 200 OK', 1));
});

it.each(['nothing', 'Basic am9iOndyb25n', 'Bearer x'])(
  'lets nobody through with %s',
  async (given) => {
    const canary = await startCanary();
    onTestFinished(() => canary.close());
    const proxy = await proxyFor(`http://127.0.0.1:${canary.port}/`);
    const login = given === 'nothing' ? null : given;
    for (const request of [get, tunnel]) {
      const to = request === get ? `http://127.0.0.1:${canary.port}/` : `127.0.0.1:${canary.port}`;
      expect(await say(proxy.port, request(to, login))).toMatch(/^HTTP\/1\.1 407/);
    }
    expect(canary.connections()).toBe(0);
  },
);

it.each(FORBIDDEN)('a public page leads no one to %s', async (host) => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const guard = createTestGuard({ ...names, 'rebound.example.com': [[answerOf(host)]] });
  const proxy = await proxyFor('http://page.example.com/', { guard });
  const spelled = new URL(`http://${host}/`).hostname;
  for (const name of [spelled, 'rebound.example.com']) {
    const to = `${name}:${canary.port}`;
    expect(await say(proxy.port, get(`http://${to}/`, proxy.login))).toMatch(/^HTTP\/1\.1 403/);
    expect(await say(proxy.port, tunnel(to, proxy.login))).toMatch(/^HTTP\/1\.1 403/);
  }
  expect(canary.connections()).toBe(0);
  expect([...proxy.refusals]).toEqual(['blocked_address']);
});

it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', '/etc/passwd', 'https://127.0.0.1/'])(
  'sends no request on to %s',
  async (url) => {
    const proxy = await proxyFor('http://127.0.0.1/');
    expect(await say(proxy.port, get(url, proxy.login))).toMatch(/^HTTP\/1\.1 40[03]/);
  },
);

it('connects to what was checked, not to what a second look-up would say', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  const guard = createTestGuard({ 'nas.local': [['127.0.0.1'], ['127.0.0.1'], ['10.0.0.5']] });
  const proxy = await proxyFor(`http://nas.local:${origin.port}/`, { guard });
  await say(proxy.port, get(`http://nas.local:${origin.port}/`, proxy.login));
  expect(guard.lookups).toEqual(['nas.local', 'nas.local']);
  expect(origin.requests).toHaveLength(1);
});

it('ends everything when more comes in than may', async () => {
  const origin = await originFor((_request, response) => response.end(Buffer.alloc(200_000)));
  const proxy = await proxyFor(origin.url, { maxBytes: 100_000 });
  const answer = await say(proxy.port, get(origin.url, proxy.login));
  expect(answer.length).toBeLessThan(110_000);
  expect([...proxy.refusals]).toEqual(['source_too_large']);
});

it('reports that nothing listens there', async () => {
  const origin = await originFor((_request, response) => response.end());
  await origin.close();
  const proxy = await proxyFor(origin.url);
  expect(await say(proxy.port, get(origin.url, proxy.login))).toMatch(/^HTTP\/1\.1 502/);
  expect(await say(proxy.port, tunnel(`127.0.0.1:${origin.port}`, proxy.login))).toMatch(/ 502 /);
  expect([...proxy.refusals]).toEqual(['source_unreachable']);
});

it('is gone with its job, and so is what it was about to connect to', async () => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const checks: (() => void)[] = [];
  const real = createTestGuard(names);
  const page = await real.check(`http://127.0.0.1:${canary.port}/`);
  const guard = {
    check: (): Promise<CheckedUrl> => new Promise((resolve) => checks.push(() => resolve(page))),
  };
  const proxy = await startEgressProxy({ guard, page, maxBytes: 1, onTraffic: () => undefined });
  const { port, username, password } = new URL(proxy.url);
  const login = `Basic ${btoa(`${username}:${password}`)}`;
  const answer = say(Number(port), tunnel(`127.0.0.1:${canary.port}`, login));
  await until(() => checks.length === 1);
  await proxy.close();
  for (const proceed of checks) proceed();
  expect(await answer).toBe('');
  await expect(say(Number(port), get(page.url.href, login))).rejects.toThrow('ECONNREFUSED');
  expect(canary.connections()).toBe(0);
});
