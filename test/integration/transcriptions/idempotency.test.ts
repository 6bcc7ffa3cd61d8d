import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { type Answer, ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const URL_OF_NOTHING = 'http://127.0.0.1:9/a.mp3';

function create(name: string, body: object = { url: URL_OF_NOTHING }): Promise<Answer> {
  return ask(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.key}`,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify(body),
  });
}

const idOf = (answer: Answer) => Transcription.parse(JSON.parse(answer.body)).id;

test('the same request under the same key creates nothing new', async () => {
  const first = await create('order-1');
  expect(first.status).toBe(201);
  const second = await create('order-1');
  expect(second.status).toBe(200);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.headers['location']).toBe(first.headers['location']);
  expect(idOf(second)).toBe(idOf(first));
});

test('50 at once make one transcription', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('order-2')));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
});

test('another request under the same key is refused', async () => {
  await create('order-3');
  const other = await create('order-3', { url: URL_OF_NOTHING, structure: false });
  expect(other.status).toBe(422);
  expect(other.body).toContain('idempotency_mismatch');
});

test('another caller may use the same name', async () => {
  const mine = await create('order-4');
  const theirs = await app.client.createKey({ name: 'other' });
  const answer = await ask(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${theirs.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'order-4',
    },
    body: JSON.stringify({ url: URL_OF_NOTHING }),
  });
  expect(answer.status).toBe(201);
  expect(idOf(answer)).not.toBe(idOf(mine));
});

test('a key longer than 255 characters is refused', async () => {
  expect((await create('x'.repeat(256))).status).toBe(400);
});
