/** The history of a transcript is read by other versions of Steno: after an update, and where a backup is restored. */
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  type NewStep,
  packStep,
  type Voices,
} from '../../../src/main/repositories/transcripts/history.repository.ts';

const row = {
  ...{ startMs: 0, endMs: 900, text: 'Hello', speaker: 'Speaker 1', language: 'en', confidence: 1 },
  ...{ words: '[{"startMs":0}]', flags: '[]', continues: 0, original: null, paragraph: null },
};
const speaker = { number: 1, label: 'Speaker 1', name: null, confidence: null, centroid: null };
const voices: Voices = {
  speakers: [{ ...speaker, voiceId: 'voi_1' }],
  diarization: {
    ...{ method: 'neural', model: null, confidence: 1, warning: null, space: null },
    atOnce: '[]',
  },
};

test('a step of the history is stored in the names of the database', async () => {
  const step: NewStep = {
    ...{ kind: 'voices', about: null, request: null, madeAt: 0 },
    body: {
      rows: [{ window: 0, at: 0, removed: [], added: [row] }],
      voices: { before: voices, after: voices },
    },
  };
  const { body } = await packStep(step);
  const { startMs: start_ms, endMs: end_ms, ...said } = row;
  const stored = {
    speakers: [{ ...speaker, voice_id: 'voi_1' }],
    diarization: {
      ...{ method: 'neural', model: null, confidence: 1, warning: null, space: null },
      at_once: '[]',
    },
  };
  expect(JSON.parse(inflateSync(body).toString())).toEqual({
    rows: [{ window: 0, at: 0, removed: [], added: [{ start_ms, end_ms, ...said }] }],
    voices: { before: stored, after: stored },
  });
});
