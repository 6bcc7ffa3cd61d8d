/** The interface, files (part 1), parts 4, 5, 7 and 9: endpoints, authentication, errors, versioning. One test for each row. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleFile, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { type Contract, startQuickContract } from '../../helpers/harness/contract.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startQuickContract();
});
afterAll(() => contract.close());

const CREATE = '/v1/transcriptions';
const talk = () => `${contract.origin.url}/talk.wav`;
const none = () => `${contract.origin.url}/none.wav`;

/** The code and the field of a refusal. */
async function refused(body: object): Promise<unknown> {
  const answer = await contract.request('POST', CREATE, body);
  const { error } = ErrorBody.parse(JSON.parse(answer.body));
  return [answer.status, error.code, error.param];
}

describe('part 1, what the service does', () => {
  test.each(['mp3', 'wav', 'm4a', 'mp4', 'mov'])('accepted inputs: %s', async (extension) => {
    const folder = await makeTempFolder();
    const file = join(folder, `talk.${extension}`);
    // A video as well where the format is one for videos.
    const video = ['mp4', 'mov'].includes(extension);
    const picture = video ? ['-f', 'lavfi', '-i', 'color=size=64x64:rate=5', '-shortest'] : [];
    const ffmpeg = await findFfmpeg({ env: process.env });
    execFileSync(ffmpeg, ['-v', 'error', '-t', '5', '-i', sampleFile, ...picture, file]);
    const origin = await serveRecordings({ '/talk': readFileSync(file) });
    rmSync(folder, { recursive: true });
    const { over } = await contract.run({ url: `${origin.url}/talk`, structure: false });
    await origin.close();
    expect(over).toMatchObject({ status: 'completed', duration_seconds: 5 });
  });
});

describe('part 4, POST /v1/transcriptions', () => {
  test('url: required, an address', async () => {
    expect(await refused({})).toEqual([400, 'invalid_request', 'url']);
    expect(await refused({ url: 'talk.wav' })).toEqual([400, 'invalid_url', 'url']);
    expect(contract.worked.over.source.url).toBe(talk());
  });

  test('speaker_recognition: a boolean, not required', async () => {
    const field = 'speaker_recognition';
    expect(await refused({ url: talk(), [field]: 1 })).toEqual([400, 'invalid_request', field]);
    for (const value of [true, false]) {
      expect((await contract.run({ url: none(), [field]: value })).created.status).toBe(201);
    }
  });

  test('structure: a boolean, not required, switches structured output', async () => {
    expect(await refused({ url: talk(), structure: 'no' })).toEqual([
      400,
      'invalid_request',
      'structure',
    ]);
    const { over } = await contract.run({ url: talk(), structure: false });
    expect(over.result?.structured).toBeNull();
    expect(contract.worked.over.result?.structured).not.toBeNull();
  });

  test('webhook_url: an HTTPS address, not required', async () => {
    const webhook_url = 'http://example.com/hook';
    expect(await refused({ url: talk(), webhook_url })).toEqual([
      400,
      'invalid_url',
      'webhook_url',
    ]);
    expect(contract.worked.created.status).toBe(201);
  });

  test('the answer: 201 Created with the Transcription object in an in-progress form', () => {
    const { created, over } = contract.worked;
    expect(created.status).toBe(201);
    const body = Transcription.parse(JSON.parse(created.body));
    expect(body).toMatchObject({ id: over.id, result: null, error: null, completed_at: null });
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(over).toSorted());
  });
});

describe('part 4, GET /v1/transcriptions/{id}', () => {
  test('id: the identifier of the transcription', async () => {
    const unknown = await contract.request('GET', `${CREATE}/trs_0000000000000000000000`);
    expect(unknown.status).toBe(404);
  });

  test('the answer: the Transcription object', async () => {
    const { over } = contract.worked;
    const answer = await contract.request('GET', `${CREATE}/${over.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.body)).toEqual(over);
  });
});

describe('part 5, authentication', () => {
  test('1. an API key as Authorization: Bearer', async () => {
    expect((await contract.request('GET', CREATE)).status).toBe(200);
    expect((await contract.request('GET', CREATE, undefined, 'steno_live_x')).status).toBe(401);
  });

  test('2. keys are created by a signed-in user, with free credits', async () => {
    const { client, keyClient } = contract.app;
    await expect(keyClient.createKey({ name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
    const created = await client.createKey({ name: 'x' });
    expect((await contract.request('GET', '/v1/usage', undefined, created.key)).body).toContain(
      '"points_available":6000',
    );
  });

  test('3. test keys carry a recognizable prefix', () => {
    expect(contract.testKey).toMatch(/^steno_test_/);
    expect(contract.app.key).toMatch(/^steno_live_/);
  });

  test('4. webhook deliveries are not signed', async () => {
    const { headerNames } = await contract.webhookOf(contract.worked.over.id);
    expect(headerNames.filter((name) => /sign/i.test(name))).toEqual([]);
  });
});

describe('part 7, errors', () => {
  test('a transcription that fails carries its reason, raises transcription.failed, costs nothing', async () => {
    const { over } = contract.failed;
    expect(over).toMatchObject({ error: { code: 'source_not_found' }, points_spent: 0 });
    const { headers } = await contract.webhookOf(over.id);
    expect(headers['x-service-event']).toBe('transcription.failed');
  });

  test('a successful creation answers 201 Created', () => {
    expect(contract.worked.created.status).toBe(201);
  });
});

describe('part 9, versioning', () => {
  test('all endpoints begin with /v1', () => {
    const others = Object.values(routes).filter(({ path }) => !path.startsWith('/v1/'));
    // What supervisors and Prometheus look at depends on no version.
    expect(others.map(({ path }) => path)).toEqual([
      ...['/health', '/health/live', '/health/ready', '/metrics'],
    ]);
  });
});
