import { describe, expect, test } from 'vitest';
import { cutSpeech } from '../../../src/main/speakers/grouping/cut-speech.ts';
import { groupVoices, seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { findDuplicates } from '../../../src/main/speakers/grouping/project-segments.ts';
import builtIn from '../../../src/main/speakers/neural/within-class.json' with { type: 'json' };
import {
  addTo,
  normalize,
  rowOf,
  type VoiceEmbeddings,
} from '../../../src/main/speakers/voice-embeddings.ts';

const DIM = builtIn.dim;
const CLIP_WINDOWS = 4;
const WINDOW_MS = 1250;

/** One voice: clips of four windows with a pause between them, in the order given; the same number is the same clip. */
function played(order: readonly number[]): VoiceEmbeddings {
  const random = seededRandom(7);
  const draw = (size: number) => Float32Array.from({ length: DIM }, () => (random() - 0.5) * size);
  const voice = draw(1);
  const clips = Array.from({ length: Math.max(...order) + 1 }, () => {
    const mood = draw(0.7);
    return Array.from({ length: CLIP_WINDOWS }, () => [voice, mood, draw(1)]);
  });
  const vectors = new Float32Array(order.length * CLIP_WINDOWS * DIM);
  order.forEach((clip, place) => {
    clips[clip]?.forEach((parts, index) => {
      const vector = rowOf(vectors, DIM, place * CLIP_WINDOWS + index);
      // Cut elsewhere, a copy is transcribed a little differently.
      for (const part of [...parts, draw(0.1)]) addTo(vector, part);
      normalize(vector);
    });
  });
  const windows = Array.from({ length: order.length * CLIP_WINDOWS }, (_, row) => {
    const startMs = row * (WINDOW_MS / 2) + Math.floor(row / CLIP_WINDOWS) * 2000;
    return { startMs, endMs: startMs + WINDOW_MS };
  });
  return { model: 'speaker', digest: builtIn.model, space: 'neural', dim: DIM, windows, vectors };
}

const loop = Array.from({ length: 60 }, (_, place) => place % 3);

describe('a recording in which something is played again', () => {
  test('knows the duplicates, and nothing that was only said by the same person', () => {
    const embeddings = played([0, 1, 0, 2, 1, 3]);
    const segments = [0, 1, 2, 3, 4, 5].map((place) => ({
      from: place * CLIP_WINDOWS,
      to: (place + 1) * CLIP_WINDOWS,
    }));
    expect(findDuplicates(embeddings, segments)).toEqual([false, false, true, false, true, false]);
  });

  test('still has one speaker when one person spoke', () => {
    const rule = { second: 1.24, further: 1.18, directions: 5, freedom: 3 };
    expect(groupVoices(played(loop), { expected: null, rule }).count).toBe(1);
  });

  test('assigns a duplicate to the speaker of the original', () => {
    const embeddings = played(loop);
    const { labels } = groupVoices(embeddings, {
      expected: 3,
      rule: { second: 1, further: 1, directions: 5, freedom: 3 },
    });
    const byClip = cutSpeech(embeddings).map(({ from }) => labels[from]);
    expect(byClip).toEqual(byClip.map((_, place) => byClip[place % 3]));
  });
});
