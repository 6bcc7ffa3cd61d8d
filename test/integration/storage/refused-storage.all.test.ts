/** Storage that does not fit is refused in one sentence, before anything is changed; no secret is told. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { runSteno, startService } from '../../helpers/harness/service-process.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

const SECRET = 'hush+hush/';
let server: S3Server;
let base: string;
beforeAll(async () => {
  server = await startS3Server();
  base = await makeTempFolder();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

const env = (prefix: string) => ({
  STENO_STORAGE: `s3://media/${prefix}`,
  AWS_ENDPOINT_URL_S3: server.endpoint,
  AWS_ACCESS_KEY_ID: 'AKIATEST',
  AWS_SECRET_ACCESS_KEY: SECRET,
});
const refusal = async (name: string, variables: Record<string, string>, ...args: string[]) => {
  const data = join(base, name);
  const ended = await runSteno(['serve', '--port', '0', '--data', data, ...args], variables);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).not.toContain(SECRET);
  return { code: ended.code, says: ended.stderr.trim() };
};
const upload = (service: Awaited<ReturnType<typeof startService>>, bytes: number) =>
  service.client.uploadFile(new Blob([new Uint8Array(bytes).fill(7)]), 'talk.wav');

test('a service uses its prefix, another is refused, and its folder is used with it alone', async () => {
  const data = join(base, 'first');
  const service = await startService(data, env('one'));
  const command = readFileSync(`/proc/${service.pid}/cmdline`, 'utf8');
  expect(command).not.toContain(SECRET);
  await upload(service, 100);
  const keys = server.keys();
  expect(await refusal('second', env('one'))).toEqual({
    code: 3,
    says: 'steno: s3://media/one has the recordings of another data folder or database. Choose another prefix with --storage.',
  });
  expect(existsSync(join(base, 'second'))).toBe(false);
  await service.stop();
  expect(await refusal('first', {})).toEqual({
    code: 3,
    says: `steno: The recordings of ${data} are in s3://media/one. Name it with --storage, or choose another folder with --data.`,
  });
  expect(await refusal('first', env('other'))).toMatchObject({
    code: 3,
    says: expect.stringMatching(
      /are in s3:\/\/media\/one, and s3:\/\/media\/other has none of them/,
    ),
  });
  expect(server.keys()).toEqual(keys);
  const again = await startService(data, env('one'));
  expect(await again.stop()).toBe(0);
});

test('the database knows where recordings are, too, for another or a lost data folder', async () => {
  const note = join(base, 'first', 'data-folder.json');
  const known = readFileSync(note, 'utf8');
  const { storage: _, ...forgotten } = JSON.parse(known);
  writeFileSync(note, JSON.stringify(forgotten));
  expect(await refusal('first', {})).toEqual({
    code: 3,
    says: 'steno: The recordings of this database are in s3://media/one. Name it with --storage.',
  });
  const keys = server.keys();
  expect(await refusal('first', env('other'))).toEqual({
    code: 3,
    says: 'steno: The recordings of this database are in s3://media/one, and s3://media/other has none of them.',
  });
  expect(server.keys()).toEqual(keys);
  writeFileSync(note, known);
});

test('rows of recordings that are in no bucket are not mixed with one', async () => {
  const data = join(base, 'rows');
  await openDatabase(data).close();
  await runSql(
    data,
    `INSERT INTO files (id, filename, bytes, sha256, test, created_at) VALUES (?, 'a', 1, '', 0, 1)`,
    `file_${'a'.repeat(22)}`,
  );
  expect(await refusal('rows', env('rows'))).toMatchObject({
    code: 3,
    says: expect.stringMatching(/^steno: The database has recordings that are not in s3:/),
  });
});

test('a data folder with recordings of its own is not mixed with a bucket', async () => {
  const data = join(base, 'own');
  await openDatabase(data).close();
  mkdirSync(join(data, 'files'));
  writeFileSync(join(data, 'files', `file_${'a'.repeat(22)}`), 'a recording');
  const before = server.keys();
  expect(await refusal('own', env('own'))).toMatchObject({
    code: 3,
    says: expect.stringMatching(/^steno: The data folder .*own has recordings of its own\./),
  });
  expect(server.keys()).toEqual(before);
});

test('what is no bucket is wrong usage', async () => {
  const { code, says } = await refusal('never', env('x'), '--storage', 'media');
  expect(code).toBe(2);
  expect(says).toMatch(/"media" is no bucket/);
  expect(existsSync(join(base, 'never'))).toBe(false);
});

test('no credentials', async () => {
  const { STENO_STORAGE, AWS_ENDPOINT_URL_S3 } = env('x');
  const none = { HOME: base, AWS_EC2_METADATA_DISABLED: 'true' };
  expect(await refusal('never', { STENO_STORAGE, AWS_ENDPOINT_URL_S3, ...none })).toEqual({
    code: 3,
    says: 'steno: There are no credentials for s3://media/x. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  });
});

test('what an upload has sent when the service is killed is gone after the next start', async () => {
  const data = join(base, 'killed');
  const first = await startService(data, env('killed'));
  server.fault = ({ operation }) => (operation === 'UploadPart' ? 'hang' : null);
  const sending = upload(first, 20 * 1024 ** 2).catch(() => 'broken');
  await until(() => server.uploads.size === 1);
  await first.kill();
  expect(await sending).toBe('broken');
  server.fault = () => null;
  expect(server.uploads.size).toBe(1);
  const next = await startService(data, env('killed'));
  expect(server.uploads.size).toBe(0);
  expect(server.keys().filter((key) => key.startsWith('killed/'))).toEqual(['killed/steno.json']);
  await upload(next, 20 * 1024 ** 2);
  expect(server.keys().filter((key) => key.startsWith('killed/files/'))).toHaveLength(1);
  await next.stop();
  expect(readdirSync(data)).not.toContain('files');
});

test('the doctor and a backup know where recordings are', async () => {
  const data = join(base, 'first');
  const { STENO_STORAGE: _, ...access } = env('one');
  const healthy = await runSteno(['doctor', '--data', data, '--json'], access);
  const storage = (text: string) =>
    JSON.parse(text).find((finding: { about: string }) => finding.about === 'Storage');
  expect(storage(healthy.stdout)).toMatchObject({
    state: 'good',
    says: 's3://media/one can be read and written. Recordings and uploads there: 1.',
  });
  const wrong = await runSteno(['doctor', '--data', data, '--json'], {
    ...access,
    AWS_SECRET_ACCESS_KEY: 'wrong',
  });
  expect(storage(wrong.stdout).says).toMatch(/does not accept the credentials/);
  const to = join(base, 'backup');
  const backup = await runSteno(['backup', '--data', data, '--to', to], access);
  expect(backup).toMatchObject({ code: 0, stdout: `${to}\n` });
  expect(backup.stderr).toContain('stay in s3://media/one');
  expect(readFileSync(join(to, 'recordings.txt'), 'utf8')).toMatch(/^100\tfiles\/file_\w{22}\n$/);
});
