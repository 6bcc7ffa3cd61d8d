import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UploadedFile } from '../../../src/shared/sources/uploaded-file.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';

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
  const create = async (name = 'order-1', request: object = { url }) => {
    const answer = await app.send('POST', '/v1/transcriptions', JSON.stringify(request), {
      'idempotency-key': name,
    });
    const { id } = Transcription.pick({ id: true })
      .partial()
      .parse(await answer.json());
    return { status: answer.status, id };
  };
  const upload = async () => {
    const form = new FormData();
    form.set('file', new Blob(['no recording']), 'a.mp3');
    const packed = new Response(form);
    const type = { 'content-type': packed.headers.get('content-type') ?? '' };
    const bytes = new Uint8Array(await packed.arrayBuffer());
    return UploadedFile.parse(await (await app.send('POST', '/v1/files', bytes, type)).json()).url;
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

  test('is honoured even when what the request named is gone', async () => {
    const { id } = await create('first', { url: await upload() });
    const same = { url: await upload(), reuse: true };
    expect(await create('second', same)).toEqual({ status: 200, id });
    expect((await create('third', same)).status).toBe(404);
    expect(await create('second', same)).toEqual({ status: 200, id });
  });
});
