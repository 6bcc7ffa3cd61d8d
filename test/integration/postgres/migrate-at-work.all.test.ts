/** A library that is moved while there is work of every kind: it goes on there, and nothing is lost or done twice. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Client } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { bytesOfS16, decodeFile, loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
  shortFile,
} from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { runSteno, startService, startSteno } from '../../helpers/harness/service-process.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';
import {
  silence,
  startReceiver,
  status,
  type WebhookReceiver,
} from '../../helpers/servers/webhook-receiver.ts';

const ENV = {
  ...{ STENO_ALLOW_PRIVATE: '1', STENO_LANES: '1', STENO_THREADS: '1' },
  STENO_PUBLIC_URL: 'http://steno.test',
};
const KILLS = dose(3, 20);
/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22))).bytes;

describe.skipIf(noPostgres !== null)(`a move in the middle of the work, seed ${seed}`, () => {
  let bucket: S3Server;
  let quick: Awaited<ReturnType<typeof serveRecordings>>;
  let server: PostgresServer;
  let receiver: WebhookReceiver;
  let deaf: WebhookReceiver;
  let slow: Origin;
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await makeTempFolder();
    folders.push(folder);
    return folder;
  };
  let dataDir: string;
  beforeAll(async () => {
    server = await startPostgres();
    bucket = await startS3Server();
    quick = await serveRecordings({ '/short.mp3': shortBytes() });
    receiver = await startReceiver(null, status(500));
    deaf = await startReceiver(null, silence);
    slow = await startOrigin((_, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 9_000_000 });
      response.write('ID3');
    });
  });
  afterAll(async () => {
    await receiver?.close();
    await deaf?.close();
    await slow?.close();
    await quick?.close();
    await bucket?.[Symbol.asyncDispose]();
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const add = async (client: Client, bytes: Buffer, webhook: string | null = null) => {
    const { url } = await client.uploadFile(new Blob([new Uint8Array(bytes)]), 'said.wav');
    const options = { language: 'en', reuse: false, webhook_url: webhook };
    return (await client.createTranscription({ url, ...options })).id;
  };
  const wordsOf = ({ result }: Transcription) => JSON.stringify(result?.segments);
  const eventsOf = (id: string) =>
    runSql(dataDir, 'SELECT * FROM events WHERE transcription_id = ?', id);
  const stored = async (id: string) =>
    (await runSql(dataDir, 'SELECT idx FROM windows WHERE done = 1 AND transcription_id = ?', id))
      .length;

  const inBucket = () => ({
    STENO_STORAGE: 's3://media/moved',
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'hush+hush/',
  });

  /** A library with work of every kind, whose service was killed in the middle of it. */
  const fill = async (place: Record<string, string>) => {
    receiver.answer(status(500));
    const service = await startService(dataDir, place);
    const { client } = service;
    const wholeShort = wordsOf(await finished(client, await add(client, shortBytes())));
    const wholeLong = wordsOf(await finished(client, await add(client, long)));
    // Told of and refused, being told of, failed.
    const refused = await add(client, shortBytes(), receiver.url);
    const unanswered = await add(client, shortBytes(), deaf.url);
    const failed = await add(client, Buffer.from('no sound'), receiver.url);
    for (const id of [refused, unanswered, failed]) await finished(client, id);
    await until(async () => (await eventsOf(refused))[0]?.['status'] === 'pending');
    await until(async () => (await eventsOf(unanswered))[0]?.['status'] === 'sending');
    // Being fetched, half its windows stored, waiting.
    const fetching = (await client.createTranscription({ url: `${slow.url}/talk.mp3` })).id;
    const half = await add(client, long, receiver.url);
    const queued: string[] = [];
    for (let at = 0; at < 3; at++) queued.push(await add(client, shortBytes(), receiver.url));
    // Fetched from a link, and waiting: with a bucket it lies in the folder of this service alone.
    const link = { url: `${quick.url}/short.mp3`, language: 'en', webhook_url: receiver.url };
    const fetched = (await client.createTranscription(link)).id;
    queued.push(fetched);
    const media = 'SELECT media_name FROM transcriptions WHERE id = ?';
    await until(async () => (await runSql(dataDir, media, fetched))[0]?.['media_name'] !== null);
    const { id: recorded } = await client.openRecording({ language: 'en', live: false });
    const piece = decodeFile(shortFile).subarray(0, 3 * 16_000);
    await client.putPiece(recorded, 0, new Uint8Array(bytesOfS16(piece)));
    await until(async () => (await stored(half)) >= 2);
    // From here on the file is looked at by nobody else: who closes it last would tidy its log.
    await service.kill();
    return { wholeShort, wholeLong, refused, unanswered, failed, fetching, half, queued, recorded };
  };

  /** Killed at random, and at last begun by two at once. */
  const move = async (env: Record<string, string>) => {
    const isMoved = () => !existsSync(join(dataDir, 'steno.db'));
    const random = seededRandom(seed);
    for (let kill = 0; kill < KILLS && !isMoved(); kill++) {
      const moving = startSteno(['migrate', '--data', dataDir], env);
      await Promise.race([moving.ended, pause(300 + random() * 1200)]);
      if (isMoved()) break;
      moving.kill();
      await moving.ended;
    }
    const both = [1, 2].map(() => runSteno(['migrate', '--data', dataDir], env));
    const said = (await Promise.all(both)).map(
      ({ code, stderr }) => `${code}: ${stderr.trim().split('\n').at(-1)}`,
    );
    expect(isMoved(), said.join('\n')).toBe(true);
    for (const one of said)
      expect(one).toMatch(/^(?:0: Moved|3: |4: (?:steno: )?Another command is at work)/);
  };

  it.each([
    ['whose recordings are in its folder', false],
    ['whose recordings are in a bucket', true],
  ])('takes along a library %s', { timeout: 4 * PATIENCE_MS }, async (_, isBucket) => {
    dataDir = await newFolder();
    const place = { ...ENV, ...(isBucket && inBucket()) };
    const { wholeShort, wholeLong, half, queued, ...left } = await fill(place);
    const url = await server.createDatabase();
    await move({ STENO_DATABASE: url });

    receiver.answer(status(200));
    const heard = receiver.received.length;
    const services = [];
    for (const name of ['one', 'two', 'three']) {
      const folder = isBucket && name !== 'one' ? await newFolder() : dataDir;
      const env = { ...place, STENO_DATABASE: url, STENO_NAME: name };
      services.push(await startService(folder, env));
    }
    const [{ client } = { client: null }] = services;
    if (!client) throw new Error('Nothing runs.');
    expect(wordsOf(await finished(client, half))).toBe(wholeLong);
    for (const id of queued) expect(wordsOf(await finished(client, id))).toBe(wholeShort);
    expect((await client.getTranscription(left.failed)).status).toBe('failed');
    expect((await client.getTranscription(left.fetching)).status).toBe('processing');
    await client.cancelTranscription(left.fetching);
    const { transcription_id } = await client.finishRecording(left.recorded);
    expect((await finished(client, transcription_id ?? '')).result?.text).toContain('garden');

    // Each is told of once; what failed before the move waits for its minute.
    const told = () =>
      receiver.received
        .slice(heard)
        .map(({ body }) => JSON.parse(body).id)
        .filter((id) => id !== left.refused && id !== left.failed);
    await until(async () => told().length >= 5);
    expect(told().sort()).toEqual([half, ...queued].sort());
    // What was being sent counts as tried once, and is tried again when its minute is over.
    const attempts = await server.query(
      url,
      `SELECT outcome FROM deliveries JOIN events ON events.id = event_id
        WHERE attempt = 1 AND transcription_id = '${left.unanswered}'`,
    );
    // Where the kill came later than ten seconds after it, it had ended before.
    expect(attempts).toHaveLength(1);
    expect(['interrupted', 'timeout']).toContain(attempts[0]?.['outcome']);
    const waiting = await server.query(
      url,
      `SELECT transcription_id AS id FROM events JOIN steno_tasks.job ON singleton_key = events.id
        WHERE job.state < 'completed' AND events.status != 'delivered'`,
    );
    expect(waiting.map(({ id }) => id)).toContain(left.unanswered);
    const open = `SELECT name FROM steno_tasks.job
      WHERE state < 'completed' AND name NOT IN ('housekeeping', 'webhook')`;
    await until(async () => (await server.query(url, open)).length === 0);
    for (const service of services) await service.stop();
  });
});
