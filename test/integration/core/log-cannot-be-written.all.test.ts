/** A log that cannot be written changes no answer, and takes nothing down. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { connect, makeTempFolder, transcribe } from '../../helpers/harness/app.ts';
import { startService, stenoProgram } from '../../helpers/harness/service-process.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

/** What has to stay free, and a little for the recording. */
const DISK_MB = 260;
let origin: Origin;

beforeAll(async () => {
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(() => origin.close());

const statusOf = async (answer: Promise<Response>) => (await answer).status;

/** Opens a file for the log of a service, for as long as the test runs. */
function openLog(path: string): number {
  const log = openSync(path, 'a');
  onTestFinished(() => closeSync(log));
  return log;
}

test.runIf(canMakeDisk)('a full disk costs lines of the log, and it says how many', async () => {
  const disk = await makeDisk(DISK_MB);
  onTestFinished(disk.remove);
  const logFile = join(disk.path, 'steno.log');
  const data = join(disk.path, 'data');
  const service = await startService(data, { STENO_LOG: 'info' }, openLog(logFile));
  const { key } = await service.client.createKey({ name: 'test' });
  const job = { url: `${origin.url}/short.mp3`, structure: false };
  const post = () =>
    fetch(`${service.url}/v1/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(job),
    });

  disk.fill(0);
  const refused = 12;
  for (let count = 0; count < refused; count++) expect(await statusOf(post())).toBe(507);
  expect(await statusOf(fetch(`${service.url}/v1/transcriptions`))).toBe(401);
  expect(await statusOf(fetch(`${service.url}/health`))).toBe(200);

  await disk.makeRoom();
  expect((await transcribe(service.client, job)).status).toBe('completed');
  expect(await service.stop()).toBe(0);
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const kept = lines.filter((line) => line.includes('request failed') && line.endsWith('}'));
  const [told] = lines.filter((line) => line.includes('"lost"'));
  expect(kept.length).toBeLessThan(refused);
  expect(JSON.parse(told ?? '{}')).toMatchObject({ lost: refused - kept.length });
});

describe.runIf(existsSync('/dev/full'))('behind /dev/full', () => {
  test('the service starts, works and stops, without a line to read', async () => {
    const dataDir = await makeTempFolder();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const full = openLog('/dev/full');
    const cli = await stenoProgram();
    const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', dataDir], {
      stdio: ['ignore', full, full],
      env: { PATH: process.env['PATH'], STENO_YT_DLP_URL: '', STENO_LOG: 'debug' },
    });
    await until(() => existsSync(join(dataDir, 'service.json')));
    const client = await connect(dataDir);
    const job = { url: `${origin.url}/short.mp3`, structure: false };
    expect((await transcribe(client, job)).status).toBe('completed');
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  });

  test('a command whose result is lost says so and ends with 1', async () => {
    const dataDir = await makeTempFolder();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const cli = await stenoProgram();
    const command = spawn(process.execPath, [cli, 'keys', 'list', '--data', dataDir], {
      stdio: ['ignore', openLog('/dev/full'), 'pipe'],
    });
    let stderr = '';
    command.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    expect(await once(command, 'close')).toEqual([1, null]);
    expect(stderr).toBe('steno: The disk is full. Free some space and try again.\n');
  });
});
