/** Which voice of a turn model's window is which speaker, from embeddings of what each says alone. */
import { expect, test } from 'vitest';
import { assignVoices } from '../../../src/main/speakers/overlaps/assign-voices.ts';
import { findOverlaps } from '../../../src/main/speakers/overlaps/find-overlaps.ts';
import { isCredible } from '../../../src/main/speakers/overlaps/voice-turns.ts';
import type { VoiceEmbeddings, VoiceTurn } from '../../../src/main/speakers/voice-embeddings.ts';

const voice = (window: number, number: number, startMs: number, endMs: number): VoiceTurn => ({
  window,
  voice: number,
  startMs,
  endMs,
});

/** An embedding a second of who speaks then: each speaker has a direction of its own. */
function embed(spoken: readonly (readonly [speaker: number, startMs: number, endMs: number])[]) {
  const rows = spoken.flatMap(([speaker, startMs, endMs]) =>
    Array.from({ length: Math.floor((endMs - startMs) / 1000) }, (_, at) => ({
      speaker,
      window: { startMs: startMs + at * 1000, endMs: startMs + (at + 1) * 1000 },
    })),
  );
  const dim = 4;
  const vectors = new Float32Array(rows.length * dim);
  rows.forEach(({ speaker }, row) => {
    vectors[row * dim + speaker] = 1;
  });
  const embeddings: VoiceEmbeddings = {
    model: 'test',
    digest: null,
    space: 'test',
    dim,
    vectors,
    windows: rows.map(({ window }) => window),
  };
  return { embeddings, labels: Int32Array.from(rows, ({ speaker }) => speaker) };
}

const told = (turns: readonly { startMs: number; endMs: number; speaker: number }[]) =>
  turns.map(({ startMs, endMs, speaker }) => [speaker, startMs, endMs]);

test('numbers of voices mean nothing in another window: speakers are found by their voices', () => {
  const { embeddings, labels } = embed([
    [0, 0, 3000],
    [1, 4000, 5000],
    [1, 5000, 7000],
    [0, 8000, 10_000],
  ]);
  const turns = assignVoices(
    [
      ...[voice(0, 0, 0, 3000), voice(0, 1, 4000, 7000)],
      ...[voice(1, 0, 4000, 7000), voice(1, 1, 8000, 10_000)],
    ],
    ...([embeddings, labels, 2] as const),
  );
  expect(told(turns)).toEqual([
    [0, 0, 3000],
    [1, 4000, 7000],
    [0, 8000, 10_000],
  ]);
  for (const { confidence } of turns) expect(confidence).toBe(1);
});

test('where two talk at once both have a turn', () => {
  const { embeddings, labels } = embed([
    [0, 0, 2000],
    [1, 3000, 5000],
  ]);
  const turns = assignVoices(
    [voice(0, 2, 0, 3000), voice(0, 1, 2000, 5000)],
    ...([embeddings, labels, 2] as const),
  );
  expect(told(turns)).toEqual([
    [0, 0, 3000],
    [1, 2000, 5000],
  ]);
  expect(findOverlaps(turns)).toEqual([{ startMs: 2000, endMs: 3000, speakers: [0, 1] }]);
});

test('two voices of a window are never one speaker, even if both sound like one', () => {
  const { embeddings, labels } = embed([
    [0, 0, 3000],
    [1, 20_000, 22_000],
  ]);
  // Both are nearest to the first speaker; the one that speaks alone for longer is it.
  const turns = assignVoices(
    [voice(0, 0, 0, 2000), voice(0, 1, 2000, 3000)],
    ...([embeddings, labels, 2] as const),
  );
  expect(told(turns)).toEqual([
    [0, 0, 2000],
    [1, 2000, 3000],
  ]);
});

test('with fewer speakers than voices, voices are joined', () => {
  const { embeddings, labels } = embed([[0, 0, 4000]]);
  const turns = assignVoices(
    [voice(0, 0, 0, 2000), voice(0, 1, 2000, 4000)],
    ...([embeddings, labels, 1] as const),
  );
  expect(told(turns)).toEqual([[0, 0, 4000]]);
  expect(findOverlaps(turns)).toEqual([]);
});

test('a voice that never speaks alone is the only speaker left, or no one', () => {
  const { embeddings, labels } = embed([
    [0, 0, 4000],
    [1, 10_000, 12_000],
    [2, 12_000, 14_000],
  ]);
  const turns = [voice(0, 0, 0, 4000), voice(0, 1, 4200, 4500)];
  expect(told(assignVoices(turns, embeddings, labels, 2))).toEqual([
    [0, 0, 4000],
    [1, 4200, 4500],
  ]);
  expect(told(assignVoices(turns, embeddings, labels, 3))).toEqual([[0, 0, 4000]]);
});

test('a window is believed in its middle only', () => {
  const { embeddings, labels } = embed([[0, 0, 10_000]]);
  const turns = assignVoices(
    [voice(0, 0, 0, 7500), voice(1, 0, 2500, 8000), voice(1, 1, 8000, 12_500)],
    ...([embeddings, labels, 1] as const),
  );
  expect(told(turns)).toEqual([[0, 0, 10_000]]);
});

test('an embedding of two voices counts little', () => {
  const { embeddings, labels } = embed([
    [0, 0, 1000],
    [1, 1000, 3000],
    [1, 20_000, 21_000],
    [0, 21_000, 22_000],
  ]);
  // Of the second and third embedding the voice has a third each; of the first, all.
  const turns = [voice(0, 0, 0, 1333), voice(0, 1, 1333, 2667)];
  expect(told(assignVoices(turns, embeddings, labels, 2))[0]).toEqual([0, 0, 1333]);
});

test('a turn model that detects no one in half of the speech is not believed', () => {
  const speech = [{ startMs: 0, endMs: 5000 }];
  expect(isCredible([voice(0, 0, 0, 2600)], speech)).toBe(true);
  expect(isCredible([voice(0, 0, 0, 2400)], speech)).toBe(false);
  expect(isCredible([], speech)).toBe(false);
});

test('one who takes over a moment early does not talk at once', () => {
  const turn = (speaker: number, startMs: number, endMs: number) => ({
    speaker,
    startMs,
    endMs,
    confidence: 1,
  });
  expect(findOverlaps([turn(0, 0, 1000), turn(1, 850, 3000), turn(0, 2500, 2800)])).toEqual([
    { startMs: 2500, endMs: 2800, speakers: [0, 1] },
  ]);
});
