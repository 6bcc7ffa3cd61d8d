/**
 * The interface, parts 1 to 3: what the service does, the fields of a transcription, its states. One test for each row;
 * those about files are in contract-requests.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_RECORDING_MS } from '../../../src/main/media/ffmpeg/run-ffmpeg.ts';
import { LANGUAGES } from '../../../src/shared/languages.ts';
import { pointsFor } from '../../../src/shared/sources/quote.ts';
import { isTerminal } from '../../../src/shared/transcription/job-state.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { connectAgent } from '../../helpers/harness/agent.ts';
import { finished } from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { type Contract, startContract } from '../../helpers/harness/contract.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.close());

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const done = () => contract.worked.over;
const failed = () => contract.failed.over;
const result = () => {
  const { result: found } = done();
  if (!found) throw new Error('There is no result.');
  return found;
};

/** Creates while the queue is busy, so that nothing of it is ever fetched. */
async function createUnfetched(body: { url: string; speaker_recognition?: boolean }) {
  const { client } = contract.app;
  const queue = await keepQueueBusy(client);
  const created = await client.createTranscription(body);
  await client.deleteTranscription(created.id);
  await queue.release();
  return created;
}

describe('part 1, what the service does', () => {
  test('98+ languages', () => {
    expect(new Set(LANGUAGES).size).toBeGreaterThanOrEqual(98);
  });

  test('the source language is detected and does not have to be given', () => {
    expect(done().language).toBe('en');
  });

  test('accepted inputs: direct video-platform links', async () => {
    expect((await createUnfetched({ url: VIDEO })).source.type).toBe('youtube');
  });

  test('recordings up to 10 hours', () => {
    expect(MAX_RECORDING_MS).toBe(10 * 60 * 60 * 1000);
  });

  test('an asynchronous job: created in progress, polled by its identifier', () => {
    const created = JSON.parse(contract.worked.created.body);
    expect(isTerminal(created.status)).toBe(false);
    expect(done()).toMatchObject({ id: created.id, status: 'completed' });
  });

  test('the result: raw text, segments, structured content, subtitles', () => {
    expect(Object.keys(result())).toEqual(
      expect.arrayContaining(['text', 'segments', 'structured', 'subtitles']),
    );
  });

  test('speakers are labeled in every transcript', () => {
    for (const { speaker } of result().segments) expect(speaker).not.toBe('');
  });

  test('the request carries a boolean speaker_recognition', async () => {
    const url = `${contract.origin.url}/talk.wav`;
    const answer = await contract.request('POST', '/v1/transcriptions', {
      url,
      speaker_recognition: 'yes',
    });
    expect(answer.status).toBe(400);
    await createUnfetched({ url, speaker_recognition: true });
  });

  test('metered in points per minute', async () => {
    const { points_spent } = await contract.app.keyClient.getUsage();
    expect(points_spent).toBeGreaterThan(0);
    expect([1, 60_000, 60_001].map(pointsFor)).toEqual([1, 1, 2]);
  });

  test('a failed transcription is not charged', async () => {
    const before = await contract.app.keyClient.getUsage();
    await contract.run({ url: `${contract.origin.url}/none.wav` });
    expect(await contract.app.keyClient.getUsage()).toEqual(before);
  });

  test('an integration server for coding agents with the tool get_developer_docs at /mcp', async () => {
    const agent = await connectAgent(contract.app);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('get_developer_docs');
    await agent.close();
  });
});

describe('part 2, the Transcription object', () => {
  test('the same shape from GET and as the webhook body', async () => {
    for (const over of [done(), failed()]) {
      expect(JSON.parse((await contract.webhookOf(over.id)).body)).toEqual(over);
    }
  });

  test('id', () => {
    expect(done().id).toMatch(/^trs_[0-9A-Za-z]+$/);
  });

  test('status', () => {
    expect([done().status, failed().status]).toEqual(['completed', 'failed']);
  });

  test('source', () => {
    expect(done().source).toMatchObject({ type: expect.any(String), url: expect.any(String) });
  });

  test('source.type', async () => {
    expect(done().source.type).toBe('url');
    expect((await createUnfetched({ url: VIDEO })).source.type).toBe('youtube');
  });

  test('source.url', () => {
    expect(done().source.url).toBe(`${contract.origin.url}/talk.wav`);
  });

  test('duration_seconds', () => {
    const last = result().segments.at(-1)?.end ?? 0;
    expect(Number.isInteger(done().duration_seconds)).toBe(true);
    expect(done().duration_seconds).toBeGreaterThanOrEqual(Math.floor(last));
  });

  test('points_spent', () => {
    expect([done().points_spent, failed().points_spent]).toEqual([1, 0]);
  });

  test('result', () => {
    expect(done().result).not.toBeNull();
    expect(failed().result).toBeNull();
    expect(JSON.parse(contract.worked.created.body).result).toBeNull();
  });

  test('result.text', () => {
    expect(wordErrorRate(contract.said, result().text)).toBeLessThan(0.2);
  });

  test('result.segments', () => {
    const { segments, text } = result();
    expect(segments.length).toBeGreaterThan(0);
    for (const segment of segments) expect(text).toContain(segment.text);
  });

  test('result.structured', () => {
    const sections = ['paragraphs', 'table_of_contents', 'summary', 'key_highlights', 'terms'];
    expect(Object.keys(result().structured ?? {})).toEqual(expect.arrayContaining(sections));
  });

  test('result.subtitles', () => {
    expect(Object.keys(result().subtitles).toSorted()).toEqual(['srt', 'vtt']);
  });

  test.each([
    ['vtt', 'text/vtt', /^WEBVTT\n/],
    ['srt', 'application/x-subrip', /^1\n00:00:0\d,\d{3} --> /],
  ] as const)('result.subtitles.%s', async (format, type, start) => {
    const response = await fetch(result().subtitles[format]);
    expect(response.headers.get('content-type')).toContain(type);
    expect(await response.text()).toMatch(start);
  });

  test('webhook_url', async () => {
    expect(done().webhook_url).toBe(contract.receiver.url);
    const { over } = await contract.run({ url: `${contract.origin.url}/none.wav` });
    expect(over.webhook_url).toBeNull();
  });

  test('error', () => {
    expect(done().error).toBeNull();
    expect(failed().error).toMatchObject({ code: 'source_not_found' });
  });

  test('created_at', () => {
    expect(done().created_at).toMatch(ISO_UTC);
  });

  test('completed_at', () => {
    for (const over of [done(), failed()]) {
      expect(over.completed_at).toMatch(ISO_UTC);
      expect(`${over.completed_at}` >= over.created_at).toBe(true);
    }
    expect(JSON.parse(contract.worked.created.body).completed_at).toBeNull();
  });
});

describe('part 3, states and transitions', () => {
  test('in progress, transcription succeeds: completed, event delivered, result populated', async () => {
    const { headers } = await contract.webhookOf(done().id);
    expect(headers['x-service-event']).toBe('transcription.completed');
    expect(done()).toMatchObject({ status: 'completed', result: { text: expect.any(String) } });
  });

  test('in progress, transcription fails: failed, event delivered, reason in error, no points', async () => {
    const { headers } = await contract.webhookOf(failed().id);
    expect(headers['x-service-event']).toBe('transcription.failed');
    expect(failed()).toMatchObject({ status: 'failed', points_spent: 0 });
    expect(failed().error).not.toBeNull();
  });

  test('exactly one event per transcription, on its terminal state', async () => {
    for (const { id } of [done(), failed()]) {
      const { data } = await contract.app.client.listDeliveries({ transcription_id: id });
      expect(data).toHaveLength(1);
      await expect(contract.app.client.cancelTranscription(id)).rejects.toMatchObject({
        code: 'wrong_state',
      });
      await finished(contract.app.client, id);
    }
  });
});
