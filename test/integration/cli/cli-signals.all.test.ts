/** What the command does with signals that ask it to stop, as real processes. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveRecordings, shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

/** As Ctrl-C, supervisors and a closed terminal do it. */
const STOPS = [
  ['SIGINT', 'group'],
  ['SIGTERM', 'wrapper'],
  ['SIGTERM', 'group'],
  ['SIGHUP', 'group'],
] as const;
/** That the wrapper alone passes these on is seen where it transcribes, too. */
const RARE_STOPS = [
  ['SIGINT', 'wrapper'],
  ['SIGHUP', 'wrapper'],
] as const;
let origin: Origin;
let dataDir: string;
let engine: string;

beforeAll(async () => {
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(() => origin.close());
beforeEach(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  engine = await writeProgram(join(dataDir, '..', 'engine.sh'), hangingEngine);
  return () => rm(dirname(dataDir), { recursive: true, force: true });
});

/** `steno serve` with a transcription that its engine never ends. */
async function serveBusily() {
  const service = startSteno(['serve', '--port', '0', '--data', dataDir], {
    STENO_ENGINE: engine,
    STENO_LOG: 'info',
  });
  await until(() => service.output.stdout.includes('\n'));
  const client = await connect(dataDir);
  const { id } = await client.createTranscription({ url: `${origin.url}/short.mp3` });
  await until(() => (storedRow(dataDir, id)?.windows ?? 0) > 0);
  return { ...service, id };
}

test('a stop that does not come to its end is broken off after ten seconds', async () => {
  // A process that still holds the engine's pipes keeps the service waiting.
  const { file, args } = hangingEngine;
  const script = 'case "$*" in *--model*) sleep 60 & esac; exec "$@"';
  const straggling = ['-c', script, 'sh', file, ...args];
  await writeProgram(engine, { file: '/bin/sh', args: straggling });
  const service = await serveBusily();
  service.signal('SIGTERM', 'wrapper');
  const { code, stderr } = await service.ended;
  service.signal('SIGKILL', 'group');
  expect(code).toBe(1);
  expect(stderr).toContain('stopping took too long');
  expect(storedRow(dataDir, service.id)).toMatchObject({ status: 'queued', crashes: 0 });
});

test.each([...STOPS, ...(isSoak ? RARE_STOPS : [])])(
  '%s to the %s, twice in a row, ends the service in order and keeps its work',
  async (signal, whom) => {
    const service = await serveBusily();
    service.signal(signal, whom);
    service.signal(signal, whom);
    expect(await service.ended).toMatchObject({ code: 0 });
    const left = await readdir(dataDir);
    expect(left).not.toContain('steno.db-wal');
    expect(left).not.toContain('service.json');
    const note = JSON.parse(await readFile(join(dataDir, 'data-folder.json'), 'utf8'));
    expect(note).toMatchObject({ open: false });
    expect(storedRow(dataDir, service.id)).toMatchObject({ status: 'queued', crashes: 0 });
  },
);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s to the wrapper alone ends a command that transcribes, once it has cleaned up',
  async (signal, expected) => {
    const args = ['transcribe', '--data', dataDir, shortFile];
    const command = startSteno(args, { STENO_ENGINE: engine });
    await until(() => command.output.stderr.includes('Transcribing: short.mp3'));
    command.signal(signal, 'wrapper');
    const { code, stderr } = await command.ended;
    expect(code).toBe(expected);
    expect(stderr).toContain('Stopped.');
    expect(await readdir(dataDir)).not.toContain('service.json');
    expect(await readdir(join(dataDir, 'work'))).toEqual([]);
  },
);
