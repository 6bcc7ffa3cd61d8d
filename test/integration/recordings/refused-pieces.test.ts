import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { MAX_OPEN_RECORDINGS } from '../../../src/shared/recordings.ts';
import { MAX_PIECE_BYTES } from '../../../src/shared/sound-pieces.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

const second = (fill: number) => new Uint8Array(32_000).fill(fill);

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp();
  client = app.keyClient;
});
afterAll(() => app.stop());

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? error,
  );

describe('what whoever records may do wrong', () => {
  it('acknowledges a piece again, and refuses another under its number or one too early', async () => {
    const { id } = await client.openRecording({});
    await client.putPiece(id, 0, second(1));
    expect(await client.putPiece(id, 0, second(1))).toMatchObject({ next_piece: 1, duration: 1 });
    expect(await refusal(client.putPiece(id, 0, second(2)))).toBe('piece_differs');
    expect(await refusal(client.putPiece(id, 0, second(1).subarray(2)))).toBe('piece_differs');
    expect(await refusal(client.putPiece(id, 2, second(2)))).toBe('piece_out_of_order');
    expect(await client.getRecording(id)).toMatchObject({ next_piece: 1, duration: 1 });
    await client.discardRecording(id);
  });

  it('refuses what is no sound, of no track of its own, too long or too late', async () => {
    const { id } = await client.openRecording({ tracks: ['microphone', 'computer'] });
    const put = (bytes: Uint8Array<ArrayBuffer>, query = {}) =>
      refusal(client.putPiece(id, 0, bytes, query));
    expect(await put(new Uint8Array())).toBe('invalid_request');
    expect(await put(new Uint8Array(6))).toBe('invalid_request');
    expect(await put(new Uint8Array(MAX_PIECE_BYTES + 4))).toBe('payload_too_large');
    expect(await put(second(1), { at: 36_000.5 })).toBe('invalid_request');
    expect(await put(second(1), { at: 35_999.9 })).toBe('recording_too_long');
    expect(await put(second(1), { missing: 'camera' })).toBe('invalid_request');
    expect(await client.getRecording(id)).toMatchObject({ next_piece: 0, duration: 0 });
    const { id: mono } = await client.openRecording({});
    const missing = { missing: 'computer' } as const;
    expect(await refusal(client.putPiece(mono, 0, second(1), missing))).toBe('invalid_request');
    for (const one of [id, mono]) await client.discardRecording(one);
  });

  it('refuses sound that is compressed, which would be noise', async () => {
    const { id } = await client.openRecording({});
    const { status } = await fetch(`${app.url}/v1/recordings/${id}/pieces/0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${app.key}`, 'content-encoding': 'gzip' },
      body: gzipSync(second(1)),
    });
    expect(status).toBe(415);
    expect(await client.getRecording(id)).toMatchObject({ next_piece: 0 });
    await client.discardRecording(id);
  });

  it('keeps a recording from those who may not see it', async () => {
    const { id } = await client.openRecording({});
    const { key } = await app.client.createKey({ name: 'other', scope: 'own' });
    const other = createClient({ baseUrl: app.url, key });
    const asks = [
      other.getRecording(id),
      other.putPiece(id, 0, second(1)),
      other.finishRecording(id),
      other.discardRecording(id),
      other.getLiveText(id),
    ];
    expect(await Promise.all(asks.map(refusal))).toEqual(asks.map(() => 'not_found'));
    expect((await other.listRecordings()).data).toEqual([]);
    const { key: reading } = await app.client.createKey({ name: 'reads', scope: 'read' });
    const reader = createClient({ baseUrl: app.url, key: reading });
    expect(await reader.getRecording(id)).toMatchObject({ id });
    expect(await refusal(reader.finishRecording(id))).toBe('forbidden');
    await client.discardRecording(id);
    expect(await refusal(client.getRecording(id))).toBe('not_found');
  });

  it('refuses sound for one that has ended, and to finish one without any', async () => {
    const { id } = await client.openRecording({});
    expect(await refusal(client.finishRecording(id))).toBe('empty_media');
    await client.putPiece(id, 0, second(0));
    const [one, two] = await Promise.all([client.finishRecording(id), client.finishRecording(id)]);
    expect(one.transcription_id).toBe(two.transcription_id);
    const late = [client.putPiece(id, 1, second(1)), client.markMoment(id, {})];
    expect(await Promise.all(late.map(refusal))).toEqual(['recording_over', 'recording_over']);
    expect(await refusal(client.pauseRecording(id))).toBe('recording_over');
    expect(await refusal(client.discardRecording(id))).toBe('wrong_state');
  });

  it('opens so many at a time, with what could be transcribed', async () => {
    expect(await refusal(client.openRecording({ model: 'no-such-model' }))).toBe('invalid_request');
    const elsewhere = { webhook_url: 'http://example.com/' };
    expect(await refusal(client.openRecording(elsewhere))).toBe('invalid_url');
    const ids: string[] = [];
    for (let at = 0; at < MAX_OPEN_RECORDINGS; at++) ids.push((await client.openRecording({})).id);
    expect(await refusal(client.openRecording({}))).toBe('too_many_recordings');
    const { key } = await app.client.createKey({ name: 'another' });
    const other = createClient({ baseUrl: app.url, key });
    ids.push((await other.openRecording({})).id);
    for (const id of ids) await client.discardRecording(id);
  });

  it('opens no more than that when all are asked for at once', async () => {
    const asked = Array.from({ length: 2 * MAX_OPEN_RECORDINGS }, () =>
      client.openRecording({}).then(
        ({ id }) => id,
        ({ code }: { code?: string }) => code,
      ),
    );
    const answers = await Promise.all(asked);
    const refused = answers.filter((answer) => answer === 'too_many_recordings');
    expect(refused).toHaveLength(MAX_OPEN_RECORDINGS);
    const { data } = await client.listRecordings();
    expect(data).toHaveLength(MAX_OPEN_RECORDINGS);
    for (const { id } of data) await client.discardRecording(id);
  });

  it('says that it is gone, whatever waits for its turn while it is discarded', async () => {
    const { id } = await client.openRecording({ live: false });
    const asks = [
      client.putPiece(id, 0, second(1)),
      client.putPiece(id, 0, second(1)),
      client.discardRecording(id),
      client.putPiece(id, 0, second(1)),
      client.markMoment(id, {}),
      client.pauseRecording(id),
      client.discardRecording(id),
      client.finishRecording(id),
    ];
    const answers = await Promise.all(asks.map(refusal));
    for (const answer of answers) {
      expect(['taken', 'not_found', 'empty_media', 'wrong_state', 'recording_over']).toContain(
        answer,
      );
    }
    expect((await client.listRecordings()).data).toEqual([]);
  });

  it('begins one once for an idempotency key', async () => {
    const begin = async (title: string) => {
      const response = await fetch(`${app.url}/v1/recordings`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${app.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'meeting',
        },
        body: JSON.stringify({ title }),
      });
      return { status: response.status, id: ((await response.json()) as { id?: string }).id };
    };
    const first = await begin('one');
    expect(first.status).toBe(201);
    expect(await begin('one')).toEqual({ status: 200, id: first.id });
    expect((await begin('two')).status).toBe(422);
    await client.discardRecording(first.id ?? '');
    const together = await Promise.all(Array.from({ length: 5 }, () => begin('one')));
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(together.map(({ id }) => id)).size).toBe(1);
  });
});
