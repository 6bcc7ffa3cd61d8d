import { expect, it, onTestFinished } from 'vitest';
import { originFor, prepareDownload } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';

async function redirectingTo(location: string) {
  return originFor((request, response) => {
    if (request.url === '/end') response.end('sound');
    else response.writeHead(302, { location }).end();
  });
}

it('follows five redirects and names the file after the last', async () => {
  const origin = await originFor((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop === 5) response.end('sound');
    else response.writeHead(302, { location: `${hop + 1}` }).end();
  });
  const { fetch } = await prepareDownload();
  const media = await fetch(`${origin.url}/0`);
  expect(media).toMatchObject({ finalUrl: `${origin.url}/5`, suggestedName: '5' });
});

it('follows no sixth redirect', async () => {
  const origin = await redirectingTo('/again');
  const { fetch } = await prepareDownload();
  await expect(fetch(origin.url)).rejects.toMatchObject({ code: 'too_many_redirects' });
  expect(origin.requests).toHaveLength(6);
});

it.each([
  'http://169.254.169.254/',
  'file:///etc/passwd',
  '//0.0.0.0/',
  'http://[fe80::1]/',
  'http://',
])('follows no redirect to %s', async (location) => {
  const origin = await redirectingTo(location);
  const { fetch, files } = await prepareDownload();
  await expect(fetch(origin.url)).rejects.toMatchObject({ code: 'blocked_address' });
  expect(origin.requests).toHaveLength(1);
  expect(await files()).toEqual([]);
});

it('follows no redirect to our own server', async () => {
  const own = await startCanary();
  onTestFinished(() => own.close());
  const origin = await redirectingTo(`http://localhost:${own.port}/v1/transcriptions`);
  const guard = createTestGuard({ localhost: [['127.0.0.1']] }, { ownPort: () => own.port });
  const { fetch } = await prepareDownload();
  await expect(fetch(origin.url, { guard })).rejects.toMatchObject({ code: 'blocked_address' });
  expect(own.connections()).toBe(0);
});

it('keeps credentials from every other origin', async () => {
  const other = await originFor((_request, response) => response.end('sound'));
  const origin = await originFor((request, response) => {
    const location = request.url === '/' ? '/here' : `${other.url}/there`;
    response.writeHead(302, { location, 'set-cookie': 'session=1' }).end();
  });
  const { fetch } = await prepareDownload();
  await fetch(origin.url.replace('//', '//me:secret@'));
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  expect(origin.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic]);
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
});

it('looks a name up once and connects to what was checked', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  const guard = createTestGuard({ 'nas.local': [['127.0.0.1'], ['169.254.169.254']] });
  const { fetch } = await prepareDownload();
  await fetch(`http://nas.local:${origin.port}/`, { guard });
  expect(guard.lookups).toEqual(['nas.local']);
  expect(origin.requests[0]?.headers.host).toBe(`nas.local:${origin.port}`);
});

it('does not connect when only one of the answers is bad', async () => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const guard = createTestGuard({ 'a.example.com': [['93.184.216.34', '127.0.0.1']] });
  const { fetch } = await prepareDownload();
  await expect(fetch(`http://a.example.com:${canary.port}/`, { guard })).rejects.toMatchObject({
    code: 'blocked_address',
  });
  expect(canary.connections()).toBe(0);
});
