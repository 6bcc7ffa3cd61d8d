/** What yt-dlp warns of is logged, and what of it matters is said, though the recording was fetched. */
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, transcribe } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';

let folder: string;
let origin: Origin;
let service: Awaited<ReturnType<typeof startService>>;
let log: number;

/** A yt-dlp of today that fetches every page but `/gone`, and warns in the words of the real one. */
const PROGRAM = [
  'case "$*" in *--version*) echo 2026.08.19; exit 0;; esac',
  'read page',
  'echo "WARNING: [x] No supported JavaScript runtime could be found. Some formats may be missing." >&2',
  'echo "WARNING: Your yt-dlp version (2026.01.01) is older than 90 days!" >&2',
  'echo "WARNING: [x] odd answer from $page?token=geheim" >&2',
  'case "$page" in *gone) echo "ERROR: [x] a: Video unavailable" >&2; exit 1;; esac',
  `echo 'STENO-VIDEO {"extractor_key": "Example", "title": "A talk"}'`,
  `cp ${shellWord(shortFile)} media.mp3`,
];

beforeAll(async () => {
  folder = await makeTempFolder();
  origin = await startOrigin((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>A page'),
  );
  const program = await writeScript(join(folder, 'yt-dlp'), ...PROGRAM);
  log = openSync(join(folder, 'log'), 'w');
  const env = { STENO_YT_DLP: program, STENO_LOG: 'warn' };
  service = await startService(join(folder, 'data'), env, log);
});
afterAll(async () => {
  await service.stop();
  closeSync(log);
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

/** Of the log, about one transcription. */
async function warned(id: string): Promise<string[][]> {
  const lines = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ transcriptionId, msg }) => transcriptionId === id && msg === 'yt-dlp warned')
    .map(({ warnings }) => warnings);
}

test('a recording that was fetched says what may be wrong with it and what to do', async () => {
  const done = await transcribe(service.client, { url: `${origin.url}/talk` });
  expect(done).toMatchObject({ status: 'completed', source: { title: 'A talk' } });
  const said = new Map(done.warnings.map(({ code, message }) => [code, message]));
  expect(said.get('source_needs_js')).toContain('Install Deno 2');
  expect(said.get('source_program_outdated')).toContain('steno yt-dlp update');
  expect(said.has('source_formats_missing')).toBe(false);
  const [warnings] = await warned(done.id);
  expect(warnings).toHaveLength(3);
  expect(warnings?.join()).toContain('odd answer from http://');
  expect(warnings?.join()).not.toContain('geheim');
});

test('of one that was not fetched the cause is told, and the warnings are in the log', async () => {
  const { id } = await service.client.createTranscription({ url: `${origin.url}/gone` });
  const failed = await finished(service.client, id);
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'source_removed' } });
  expect(failed.warnings).toEqual([]);
  expect((await warned(id))[0]).toHaveLength(3);
});
