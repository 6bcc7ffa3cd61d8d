import { describe, expect, it } from 'vitest';
import type { UrlGuardOptions } from '../../../src/main/media/guard/url-guard.ts';
import { webhookPolicy } from '../../../src/main/media/guard/url-policy.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';

const PUBLIC = '93.184.216.34';
const LOOPBACK_SPELLINGS = [
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '127.0.0.1.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[0:0::ffff:7f00:1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
];
const NEVER_HOSTS = [
  '0',
  '0.0.0.0',
  '[::]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '100.100.100.200',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
];
const webhook: Partial<UrlGuardOptions> = { policy: webhookPolicy({ allowHttpLoopback: false }) };

describe('the form of a URL', () => {
  it.each([
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\evil\\s\\x.mp3',
    '//evil/x',
    'data:audio/wav;base64,AAAA',
    'concat:a|b',
    'ytsearch5:x',
    'ftp://example.com/a.mp3',
    'javascript:alert(1)',
    '--exec=touch pwn',
    ' https://example.com/',
    '-',
    '',
    'ht\ntps://example.com/a',
    'https://example.com\\@evil.com/',
    'https://example.com/\u0000',
    'https://example.com/a b',
    'https:/example.com/',
    'https:example.com',
    'https:///example.com/',
    'https://',
    'https://example.com:0/',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %j', async (raw) => {
    const guard = createTestGuard({ 'example.com': [[PUBLIC]] });
    await expect(guard.check(raw)).rejects.toMatchObject({ code: 'invalid_url' });
    expect(guard.lookups).toEqual([]);
  });

  it('takes user name and password out of the URL', async () => {
    const guard = createTestGuard({ 'example.com': [[PUBLIC]] });
    const checked = await guard.check('https://me:p%40ss@example.com/a.mp3');
    expect(checked.url.href).toBe('https://example.com/a.mp3');
    expect(checked.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});

describe('addresses of recordings', () => {
  it('lets public addresses through, with every answer of one look-up', async () => {
    const guard = createTestGuard({ 'example.com': [[PUBLIC, '2606:2800:220:1::1']] });
    const { addresses, reach } = await guard.check('http://example.com/');
    expect(addresses.map(({ address }) => address)).toEqual([PUBLIC, '2606:2800:220:1::1']);
    expect(reach).toBe('public');
    expect(guard.lookups).toEqual(['example.com']);
  });

  it.each([...LOOPBACK_SPELLINGS, '10.0.0.5', '192.168.1.1', '[fc00::1]'])(
    'lets %s through because the URL itself names it, unless private is off',
    async (host) => {
      const on = createTestGuard();
      await expect(on.check(`http://${host}/`)).resolves.toBeDefined();
      const off = createTestGuard({}, { allowPrivate: false });
      await expect(off.check(`http://${host}/`)).rejects.toMatchObject({ code: 'blocked_address' });
      expect(on.lookups).toEqual([]);
    },
  );

  it.each(['localhost', 'localhost.', 'nas', 'nas.local', 'nas.lan', 'a.home.arpa', 'a.internal'])(
    'lets %s lead to the local network',
    async (host) => {
      const guard = createTestGuard({ [host.replace(/\.$/, '')]: [['192.168.1.7']] });
      await expect(guard.check(`http://${host}/`)).resolves.toMatchObject({ reach: 'private' });
    },
  );

  it.each([[['10.0.0.5']], [['127.0.0.1']], [[PUBLIC, '10.0.0.5']], [['::ffff:192.168.1.1']]])(
    'blocks a public name with the answers %j',
    async (answers) => {
      const guard = createTestGuard({ 'a.example.com': [answers] });
      await expect(guard.check('http://a.example.com/')).rejects.toMatchObject({
        code: 'blocked_address',
      });
    },
  );

  it.each(NEVER_HOSTS)('never goes to %s, named or resolved', async (host) => {
    const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
    const guard = createTestGuard({ nas: [[address]] });
    for (const url of [`http://${host}/`, 'http://nas/']) {
      await expect(guard.check(url)).rejects.toMatchObject({ code: 'blocked_address' });
    }
  });

  it('never goes to our own server, by any name of this machine', async () => {
    const options = { ownPort: () => 4717 };
    const guard = createTestGuard({ localhost: [['127.0.0.1']] }, options);
    for (const host of [...LOOPBACK_SPELLINGS, 'localhost']) {
      await expect(guard.check(`http://${host}:4717/v1`)).rejects.toMatchObject({
        code: 'blocked_address',
      });
    }
    await expect(guard.check('http://127.0.0.1:4718/')).resolves.toBeDefined();
  });

  it('says that a name without an address cannot be reached', async () => {
    await expect(createTestGuard().check('http://gone.example.com/')).rejects.toMatchObject({
      code: 'source_unreachable',
    });
    await expect(
      createTestGuard({ 'empty.example.com': [[]] }).check('http://empty.example.com/'),
    ).rejects.toMatchObject({ code: 'source_unreachable' });
  });
});

describe('redirects', () => {
  const names = { 'example.com': [[PUBLIC]], nas: [['192.168.1.7']], localhost: [['127.0.0.1']] };

  it.each([
    ['http://example.com/', 'http://192.168.1.7/'],
    ['http://example.com/', 'http://localhost/'],
    ['http://nas/', 'http://127.0.0.1/'],
  ])('never lead from %s to the more private %s', async (from, to) => {
    const guard = createTestGuard(names);
    await expect(guard.check(to, await guard.check(from))).rejects.toMatchObject({
      code: 'blocked_address',
    });
  });

  it.each([
    ['http://nas/', 'http://192.168.1.8/'],
    ['http://localhost/', 'http://nas/'],
    ['http://nas/', 'https://example.com/'],
  ])('may lead from %s to %s', async (from, to) => {
    const guard = createTestGuard(names);
    await expect(guard.check(to, await guard.check(from))).resolves.toBeDefined();
  });
});

describe('addresses of webhooks', () => {
  const names = { 'hook.example.com': [[PUBLIC]], 'in.example.com': [['10.0.0.5']] };

  it.each(['hook.example.com', 'in.example.com', '127.0.0.1', '192.168.1.7', '[::1]'])(
    'may be https at %s',
    async (host) => {
      const guard = createTestGuard(names, webhook);
      await expect(guard.check(`HTTPS://${host}/hook`)).resolves.toBeDefined();
    },
  );

  it.each([
    'http://hook.example.com/',
    'http://127.0.0.1/',
    'https://u:p@hook.example.com/',
    'wss://hook.example.com/',
  ])('may not be %s', async (url) => {
    await expect(createTestGuard(names, webhook).check(url)).rejects.toMatchObject({
      code: 'invalid_url',
    });
  });

  it.each(NEVER_HOSTS)('may never be %s', async (host) => {
    await expect(createTestGuard(names, webhook).check(`https://${host}/`)).rejects.toMatchObject({
      code: 'blocked_address',
    });
  });

  it('may be http on loopback where a test key allows it, and nowhere else', async () => {
    const policy = webhookPolicy({ allowHttpLoopback: true });
    const guard = createTestGuard(
      { ...names, localhost: [['127.0.0.1']], 'rebound.local': [['10.0.0.5']] },
      { policy },
    );
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]']) {
      await expect(guard.check(`http://${host}/`)).resolves.toMatchObject({ reach: 'loopback' });
    }
    for (const host of ['hook.example.com', '10.0.0.5', 'rebound.local']) {
      await expect(guard.check(`http://${host}/`)).rejects.toMatchObject({ code: 'invalid_url' });
    }
  });
});
