import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transcription } from '../../src/shared/transcription.ts';
import { createFakeClock, type FakeClock } from '../helpers/fake-clock.ts';
import { openQuietApp, type QuietApp } from '../helpers/quiet-app.ts';

const HOUR = 3_600_000;
let clock: FakeClock;
let app: QuietApp;
beforeAll(async () => {
  clock = createFakeClock();
  app = await openQuietApp({ clock });
});
afterAll(() => app.stop());

describe('an Idempotency-Key', () => {
  const url = 'https://example.com/once.mp3';
  const create = async () => {
    const answer = await app.send('POST', '/v1/transcriptions', JSON.stringify({ url }), {
      'idempotency-key': 'order-1',
    });
    return { status: answer.status, id: Transcription.parse(await answer.json()).id };
  };

  test('is honoured for 24 hours, and then free again', async () => {
    const first = await create();
    expect(first.status).toBe(201);
    await clock.advance(24 * HOUR - 1);
    expect(await create()).toEqual({ status: 200, id: first.id });
    await clock.advance(1);
    const later = await create();
    expect(later.status).toBe(201);
    expect(later.id).not.toBe(first.id);
    expect(await create()).toEqual({ status: 200, id: later.id });
  });

  test('is free again when what it made is deleted', async () => {
    const first = await create();
    await app.send('DELETE', `/v1/transcriptions/${first.id}`);
    expect((await create()).status).toBe(201);
  });
});
