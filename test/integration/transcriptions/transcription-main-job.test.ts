import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleBytes, sampleTruth, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { ask, finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

/** The fields of the interface, and those this service adds. */
const SPECIFIED = [
  ...['id', 'status', 'source', 'duration_seconds', 'points_spent', 'result', 'webhook_url'],
  ...['error', 'created_at', 'completed_at'],
];
const ADDED = [
  ...['stage', 'progress', 'eta_seconds', 'warnings', 'language', 'model'],
  ...['speakers_expected', 'metadata', 'revision', 'speaker_count', 'test'],
  ...['options', 'recording_id', 'version', 'tags', 'favorite', 'trashed_at'],
  ...['project_id', 'text_until'],
];
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let app: TestApp;
let origin: Origin;
let created: { status: number; location: string | null; body: Record<string, unknown> };
let done: Transcription;

const truth = sampleTruth();
const segmentsOf = () => done.result?.segments ?? [];

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/sample.mp3': sampleBytes() });
  const response = await fetch(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin.url}/sample.mp3`, metadata: { ticket: 7 } }),
  });
  created = {
    status: response.status,
    location: response.headers.get('location'),
    body: (await response.json()) as Record<string, unknown>,
  };
  done = await finished(app.keyClient, String(created.body['id']));
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

describe('creating a transcription', () => {
  test('answers 201 with its address and the whole object, in progress', () => {
    expect(created.status).toBe(201);
    expect(created.location).toBe(`/v1/transcriptions/${created.body['id']}`);
    expect(Object.keys(created.body).sort()).toEqual([...SPECIFIED, ...ADDED].sort());
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^trs_[0-9A-Za-z]{22}$/),
      status: 'queued',
      source: { type: 'url', url: `${origin.url}/sample.mp3` },
      duration_seconds: null,
      points_spent: 0,
      result: null,
      webhook_url: null,
      error: null,
      created_at: expect.stringMatching(UTC),
      completed_at: null,
      progress: 0,
    });
  });
});

describe('the finished transcription', () => {
  test('has the fields and types of the interface', () => {
    expect(Object.keys(done).sort()).toEqual([...SPECIFIED, ...ADDED].sort());
    expect(done).toMatchObject({
      status: 'completed',
      source: { type: 'url', url: `${origin.url}/sample.mp3`, title: 'sample.mp3' },
      duration_seconds: Math.round(truth.duration),
      points_spent: 2,
      webhook_url: null,
      error: null,
      stage: null,
      progress: 1,
      eta_seconds: null,
      language: 'en',
      model: 'demo',
      metadata: { ticket: 7 },
      speaker_count: 2,
    });
    expect(done.completed_at).toMatch(UTC);
    expect(done.warnings.map(({ code }) => code)).toEqual(['demo_model']);
    expect(Object.keys(done.result ?? {}).sort()).toEqual([
      'coverage',
      'diarization',
      'failed_parts',
      'media',
      'provenance',
      'segments',
      'speakers',
      'structured',
      'subtitles',
      'suppressed',
      'text',
    ]);
  });

  test('has the words that were said', () => {
    expect(wordErrorRate(truth.text, done.result?.text ?? '')).toBeLessThanOrEqual(0.02);
  });

  test('has a segment for each sentence, where it was said', () => {
    expect(segmentsOf()).toHaveLength(truth.segments.length);
    const off = truth.segments.map(({ start }, i) =>
      Math.abs((segmentsOf()[i]?.start ?? Number.POSITIVE_INFINITY) - start),
    );
    const sorted = off.toSorted((a, b) => a - b);
    expect(sorted.at(-1)).toBeLessThanOrEqual(0.25);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(0.1);
  });

  test('has words that follow each other inside their segments', () => {
    let before = 0;
    for (const [index, segment] of segmentsOf().entries()) {
      expect(segment).toMatchObject({ id: index, language: 'en', speaker: expect.any(String) });
      expect(segment.speaker).not.toBe('');
      let low = Math.max(before, segment.start);
      for (const word of segment.words) {
        expect(word.start).toBeGreaterThanOrEqual(low);
        expect(word.end).toBeGreaterThan(word.start);
        low = word.end;
      }
      expect(low).toBeLessThanOrEqual(segment.end);
      expect(segment.words.map((word) => word.text).join(' ')).toBe(segment.text);
      before = segment.start;
    }
  });

  test('is structured, every item pointing at its segments', () => {
    const structured = done.result?.structured;
    if (!structured) throw new Error('There is no structured text.');
    expect(Object.keys(structured)).toEqual(
      expect.arrayContaining([
        ...['paragraphs', 'table_of_contents', 'summary', 'key_highlights', 'terms'],
      ]),
    );
    const covered = structured.paragraphs.flatMap((paragraph) => paragraph.segment_ids);
    expect(covered).toEqual(segmentsOf().map(({ id }) => id));
    const chapters = structured.table_of_contents;
    expect(chapters[0]?.first_segment_id).toBe(0);
    expect(chapters.at(-1)?.last_segment_id).toBe(segmentsOf().length - 1);
    expect(structured.summary.text).not.toBe('');
    expect(structured.terms.length).toBeGreaterThan(0);
  });

  test('is the same without its lists of words, for who asks for that', async () => {
    const brief = await app.keyClient.getTranscription(done.id, { words: false });
    const segments = segmentsOf().map((segment) => ({ ...segment, words: [] }));
    expect(brief).toEqual({ ...done, result: { ...done.result, segments } });
  });

  test('leaves no work folder behind', async () => {
    expect(await readdir(join(app.dataDir, 'work')).catch(() => [])).toEqual([]);
  });

  test('is the same for everyone who may read it, and listed without its result', async () => {
    expect(await app.client.getTranscription(done.id)).toEqual(done);
    const { result: _result, ...summary } = done;
    const { chapters: _chapters, ...source } = done.source;
    const { data, has_more, next_cursor } = await app.keyClient.listTranscriptions();
    expect(data).toEqual([{ ...summary, source }]);
    expect({ has_more, next_cursor }).toEqual({ has_more: false, next_cursor: null });
  });
});

describe('the subtitles', () => {
  test('come as WebVTT and SubRip of the same cues, without a key', async () => {
    const { vtt = '', srt = '' } = done.result?.subtitles ?? {};
    const [asVtt, asSrt] = [await ask(vtt), await ask(srt)];
    expect([asVtt.status, asSrt.status]).toEqual([200, 200]);
    expect(asVtt.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(asSrt.headers['content-type']).toBe('application/x-subrip; charset=utf-8');
    for (const { headers } of [asVtt, asSrt]) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
    const parsed = new WebVTTParser({}).parse(asVtt.body, 'subtitles/captions/descriptions');
    expect(parsed.errors).toEqual([]);
    const cues = asSrt.body.trimEnd().split(/\n\n/);
    expect(cues).toHaveLength(parsed.cues.length);
    for (const [index, cue] of cues.entries()) {
      expect(cue).toMatch(
        new RegExp(
          `^${index + 1}\n\\d\\d:\\d\\d:\\d\\d,\\d{3} --> \\d\\d:\\d\\d:\\d\\d,\\d{3}\n[^]+$`,
        ),
      );
    }
    const said = parsed.cues.map(({ text }) => text.replaceAll(/<[^>]*>/g, '')).join(' ');
    expect(wordErrorRate(truth.text, said)).toBeLessThan(0.02);
  });

  test('are not there for a wrong token', async () => {
    const { vtt = '' } = done.result?.subtitles ?? {};
    const wrong = await ask(vtt.replace(/token=./, 'token=-'));
    expect(wrong.status).toBe(404);
    expect(JSON.parse(wrong.body)).toMatchObject({ error: { code: 'not_found' } });
    expect((await ask(vtt.replace(/\?.*/, ''))).status).toBe(400);
  });
});
