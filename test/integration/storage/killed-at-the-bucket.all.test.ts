/** Whichever request to the bucket a service is killed at, served or not: afterwards nothing is missing or left over. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

/** Every moment takes some seconds. */
const PATIENCE_MS = 3_600_000;
/** So that it is sent in parts: a chunk that no program reads. */
const recording = withJunk(asFile(compose(loadPool(), clipsIn('en', 1))).bytes, 9 * 1024 ** 2);

type Moment = { request: number; served: boolean };
type Service = Awaited<ReturnType<typeof startService>>;
/** What was answered so far. */
type Told = { url?: string; id?: string; text?: string | undefined; deleting?: boolean };

test(
  `killed at any request to the bucket (seed ${seed})`,
  async () => {
    const whole = await day(null);
    expect(whole.requests).toBeGreaterThan(25);
    const moments = Array.from({ length: whole.requests }, (_, at) =>
      [true, false].map((served) => ({ request: at + 1, served })),
    ).flat();
    for (const moment of doseOf(moments, 1)) {
      const { text, starts } = await day(moment).catch((cause: unknown) => {
        throw new Error(`Killed at ${JSON.stringify(moment)}: ${cause}`, { cause });
      });
      expect({ text, starts }, JSON.stringify(moment)).toEqual({ text: whole.text, starts: 2 });
    }
  },
  PATIENCE_MS,
);

/** Uploads, transcribes, makes another version and deletes the first; goes on after a kill. */
async function day(moment: Moment | null) {
  await using server = await startS3Server();
  const dataDir = await makeTempFolder();
  const access = {
    STENO_STORAGE: 's3://media/day',
    AWS_ENDPOINT_URL_S3: server.endpoint,
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'hush+hush/',
  };
  const told: Told = {};
  let [starts, requests, over] = [0, 0, false];
  let victim: Service | null = null;
  server.fault = () => {
    if (victim === null) return null;
    requests += 1;
    if (requests !== moment?.request) return null;
    process.kill(victim.pid, 'SIGKILL');
    return moment.served ? null : 'hang';
  };
  while (!over) {
    starts += 1;
    const service = await startService(dataDir, access);
    victim = service;
    over = await live(service, told).then(
      () => true,
      (error: unknown) => {
        if (starts > 1 || requests < (moment?.request ?? 0)) throw error;
        return false;
      },
    );
    victim = null;
    await (over ? service.stop() : service.kill());
  }
  await expectTidy(server, dataDir);
  await rm(dataDir, { recursive: true, force: true });
  return { requests, text: told.text, starts };
}

async function live({ client }: Service, told: Told): Promise<void> {
  if (!told.deleting) {
    told.url ??= (await client.uploadFile(new Blob([recording]), 'talk.wav')).url;
    told.id ??= (await client.createTranscription({ url: told.url, structure: false })).id;
    told.text ??= (await finished(client, told.id)).result?.text;
    const { id } = await client.transcribeAgain(told.id, {});
    expect((await finished(client, id)).result?.text).toBe(told.text);
    for (const other of (await client.listTranscriptions()).data) {
      expect((await finished(client, other.id)).status).toBe('completed');
    }
  }
  told.deleting = true;
  await client.deleteTranscription(told.id ?? '').catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}

/** What is in the bucket is what the rows name, and nothing was begun that has not ended. */
async function expectTidy(server: S3Server, dataDir: string): Promise<void> {
  const files = await runSql(dataDir, 'SELECT id FROM files');
  const kept = await runSql(dataDir, 'SELECT id FROM transcriptions WHERE media_type IS NOT NULL');
  const wanted = [
    'day/steno.json',
    ...files.map(({ id }) => `day/files/${id}`),
    ...kept.flatMap(({ id }) =>
      ['media', 'waveform'].map((part) => `day/recordings/${id}/${part}`),
    ),
  ];
  const isProbe = (key: string) => key.startsWith('day/.steno-probe-');
  expect(server.keys().filter((key) => !isProbe(key))).toEqual(wanted.toSorted());
  const begun = [...server.uploads.values()].filter(({ key }) => !isProbe(key));
  expect(begun).toEqual([]);
  expect(await runSql(dataDir, 'SELECT name FROM removals')).toEqual([]);
}

/** A RIFF file with a chunk of this size at its end. */
function withJunk(wav: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const chunk = Buffer.alloc(8 + bytes);
  chunk.write('JUNK');
  chunk.writeUInt32LE(bytes, 4);
  const file = Buffer.concat([wav, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return new Uint8Array(file);
}
