import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { VIDEO_LINE } from '../../../src/main/media/yt-dlp/arguments.ts';
import { serveRecordings } from '../../helpers/corpus/recordings.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { originFor, temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';
import { page, prepareVideoFetch } from '../../helpers/servers/video-pages.ts';

const hls = (segment: string) =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${segment}\n#EXT-X-ENDLIST\n`);
const dash = (base: string) =>
  Buffer.from(
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period duration="PT5S"><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="1" codecs="mp4a.40.2"><BaseURL>${base}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  );

/** What a page leads to, though it may not. */
const TRAPS: [string, (canary: string) => Record<string, Buffer>][] = [
  [
    'a video at a link-local address',
    () => ({ '/': page('x', '<video src="http://169.254.169.254/a.mp4"></video>') }),
  ],
  ['a stream whose part is at our own service', (own) => ({ '/': hls(`http://${own}/a.ts`) })],
  ['a manifest whose sound is at our own service', (own) => ({ '/': dash(`http://${own}/a.mp4`) })],
  ['a stream whose part is a file', () => ({ '/': hls('file:///etc/passwd') })],
  ['a stream over ftp', () => ({ '/': hls('ftp://127.0.0.1/a.ts') })],
];

it.each(doseOf(TRAPS, 2))('%s leads nowhere', async (_trap, files) => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const origin = await serveRecordings(files(`127.0.0.1:${canary.port}`));
  onTestFinished(() => origin.close());
  const video = await prepareVideoFetch();
  const guard = createTestGuard({}, { ownPort: () => canary.port });
  await expect(video.fetch(`${origin.url}/`, { guard })).rejects.toMatchObject({
    code: 'blocked_address',
  });
  expect(canary.connections()).toBe(0);
  expect(await video.files()).toEqual([]);
});

it('a public page does not lead to this machine, whatever its manifests and redirects say', async () => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const guard = createTestGuard({ 'site.example.com': [['93.184.216.34']] });
  const local = await serveRecordings({ '/': hls(`http://127.0.0.1:${canary.port}/a.ts`) });
  onTestFinished(() => local.close());
  const site = await guard.check('http://site.example.com/');
  const video = await prepareVideoFetch();
  // The address is this machine's, the page counts as one of the public web.
  const pretended = { ...site, url: new URL(`${local.url}/`) };
  await expect(video.fetch(`${local.url}/`, { guard, page: pretended })).rejects.toMatchObject({
    code: 'blocked_address',
  });
  expect([local.requests.length, canary.connections()]).toEqual([0, 0]);
});

it('nothing of the person’s own yt-dlp is used, and a title names no file, hides no text and ends', async () => {
  const home = await temporaryFolder();
  const mark = path.join(home, 'pwned');
  for (const folder of ['.config/yt-dlp', '.config/yt-dlp/plugins/p/yt_dlp_plugins/extractor']) {
    await mkdir(path.join(home, folder), { recursive: true });
  }
  await writeFile(path.join(home, '.config/yt-dlp/config'), `--exec "before_dl:touch ${mark}"\n`);
  await writeFile(
    path.join(home, '.config/yt-dlp/plugins/p/yt_dlp_plugins/extractor/evil.py'),
    `open(${JSON.stringify(mark)}, 'w')\n`,
  );
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', path.join(home, '.config'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const title = `../../x\u202Egpj.exe ${'long '.repeat(2000)}`;
  const origin = await serveRecordings({
    '/': page(title, '<video src="a.mp3"></video>'),
    '/a.mp3': Buffer.alloc(5000, 1),
  });
  onTestFinished(() => origin.close());
  const video = await prepareVideoFetch();
  const facts = await video.fetch(`${origin.url}/`);
  expect(await video.files()).toEqual(['media']);
  expect(facts.title).toMatch(/^[\x20-\x7e]{1,120}$/);
  await expect(stat(mark)).rejects.toThrow('ENOENT');
});

const SMALL = {
  maxBytes: 1_000_000,
  idleTimeoutMs: 60_000,
  speedFloor: null,
  totalTimeoutMs: 600_000,
};

it('a recording that says it is over the limit is not begun', async () => {
  const origin = await serveRecordings({
    '/': page('x', '<video src="a.mp3"></video>'),
    '/a.mp3': Buffer.alloc(3_000_000, 1),
  });
  onTestFinished(() => origin.close());
  const video = await prepareVideoFetch();
  await expect(video.fetch(`${origin.url}/`, { limits: SMALL })).rejects.toMatchObject({
    code: 'source_too_large',
  });
  expect(await video.files()).toEqual([]);
});

it('a recording without end is cut off at the limit, and one that is canceled at once', async () => {
  const origin = await originFor((request, response) => {
    if (request.url === '/') return response.end(page('x', '<video src="a.mp3"></video>'));
    const more = () => {
      while (response.writable && response.write(Buffer.alloc(100_000, 1)));
    };
    response.on('drain', more);
    return more();
  });
  const video = await prepareVideoFetch();
  await expect(video.fetch(`${origin.url}/`, { limits: SMALL })).rejects.toMatchObject({
    code: 'source_too_large',
  });
  expect(await video.files()).toEqual([]);

  const stop = new AbortController();
  const stopped = video.fetch(`${origin.url}/`, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('stopped')),
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await video.files()).not.toContain('media');
});

/** A yt-dlp that keeps what it was told and says this of the recording. */
async function sayingProgram(facts: object) {
  const folder = await temporaryFolder();
  const file = await writeScript(
    path.join(folder, 'yt-dlp'),
    `printf '%s\\n' "$@" > ${shellWord(path.join(folder, 'arguments'))}`,
    `cat > ${shellWord(path.join(folder, 'stdin'))}`,
    `echo ${shellWord(VIDEO_LINE + JSON.stringify(facts))}`,
    'exec sleep 600',
  );
  const told = (name: string) => readFile(path.join(folder, name), 'utf8');
  return { program: { file, version: '2026.01.01' }, told };
}

it.each([{ is_live: true }, { live_status: 'is_live' }])(
  'a stream that says %j is not begun, and its address is no argument',
  async (live) => {
    const { program, told } = await sayingProgram({ title: 'Now', ...live });
    const video = await prepareVideoFetch();
    const address = 'http://localhost:9/live?--exec=touch%20pwned';
    const failing = video.fetch(address, { program });
    await expect(failing).rejects.toMatchObject({ code: 'source_is_live' });
    expect(await video.files()).toEqual([]);
    expect(await told('arguments')).not.toContain('localhost:9');
    expect(await told('stdin')).toBe(`${address}\n`);
  },
);
