/** `steno storage move`: recordings and uploads move into a bucket whole, or stay where they were. */
import { readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

let server: S3Server;
let dataDir: string;
let id: string;
beforeAll(async () => {
  server = await startS3Server();
  dataDir = await makeTempFolder();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const access = () => ({
  AWS_ENDPOINT_URL_S3: server.endpoint,
  AWS_ACCESS_KEY_ID: 'AKIATEST',
  AWS_SECRET_ACCESS_KEY: 'hush+hush/',
});
const move = () =>
  runSteno(['storage', 'move', '--data', dataDir, '--to', 's3://media/moved'], access());
const filesHere = (below = '.') =>
  ['files', 'recordings'].flatMap((folder) => readdirSync(join(dataDir, below, folder))).toSorted();
/** What is asked of a recording and of its upload. */
const look = async (client: Client) => {
  const { result } = await client.getTranscription(id);
  return [result?.text, Buffer.from(await client.getWaveform(id)).toString('base64')];
};

test('is refused while a service runs, goes on where it stopped, and changes nothing else', async () => {
  const service = await startTestApp({ dataDir });
  const blob = new Blob([await readFile(shortFile)]);
  const { url } = await service.client.uploadFile(blob, 'short.mp3');
  id = (await service.client.createTranscription({ url })).id;
  await finished(service.client, id);
  const before = await look(service.client);
  expect(await move()).toMatchObject({ code: 4, stdout: '' });
  await service.stop();
  const here = filesHere();
  expect(here).toHaveLength(2);

  let stored = 0;
  server.fault = ({ operation, key }) => {
    if (operation !== 'PutObject' || !key.startsWith('moved/recordings')) return null;
    stored += 1;
    return stored > 1 ? [403, 'AccessDenied'] : null;
  };
  expect(await move()).toMatchObject({ code: 3, stdout: '' });
  expect(filesHere()).toEqual(here);
  const half = server.keys().length;
  server.fault = () => null;
  const since = server.requests.length;
  const moved = await move();
  expect(moved).toMatchObject({ code: 0, stdout: '' });
  expect(moved.stderr).toMatch(/Moved 3 files \(.*\) and compared each\. They lie in /);
  const sent = server.requests.slice(since).filter((it) => it.operation === 'PutObject');
  const again = sent.filter(({ key }) => !key.includes('probe'));
  expect(again, 'only what was not there').toHaveLength(server.keys().length - half);
  expect(filesHere()).toEqual([]);
  const [place = ''] = readdirSync(join(dataDir, 'aside'));
  expect(filesHere(join('aside', place))).toEqual(here);

  const alone = await runSteno(['serve', '--port', '0', '--data', dataDir]);
  expect(alone).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('are in s3://media/moved. Name it with --storage'),
  });
  const there = await startTestApp({ dataDir, storage: server.config('moved') });
  expect(await look(there.client)).toEqual(before);
  await there.client.deleteTranscription(id);
  expect(server.keys()).toEqual(['moved/steno.json']);
  await there.stop();
  const third = await move();
  expect(third).toMatchObject({ code: 0, stderr: expect.stringContaining('Moved 0 files') });
});

test('what is read back differs: nothing is moved', async () => {
  const folder = await makeTempFolder();
  const service = await startTestApp({ dataDir: folder });
  await service.client.uploadFile(new Blob(['a recording']), 'talk.wav');
  await service.stop();
  server.fault = ({ operation, key }) => {
    const stored = server.objects.get(key);
    if (operation === 'GetObject' && key.includes('files/') && stored) {
      stored.body = Buffer.from('A recording');
    }
    return null;
  };
  const ended = await runSteno(
    ['storage', 'move', '--data', folder, '--to', 's3://media/altered'],
    access(),
  );
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not what was stored\. Nothing was removed here\./),
  });
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
  const still = await startTestApp({ dataDir: folder });
  await still.stop();
  await rm(folder, { recursive: true });
});
