import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipToSpeech } from '../../../src/main/engine/words/transcribe-window.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const word = (startMs: number, endMs: number) => ({ text: 'word', confidence: 1, startMs, endMs });
function clipped(words: ReturnType<typeof word>[], speech: ReturnType<typeof span>[]) {
  const ends = [words[0]?.startMs ?? 0, words.at(-1)?.endMs ?? 0] as const;
  const segment = { ...span(...ends), text: '', language: 'en', confidence: 1, words };
  return clipToSpeech([segment], speech).flatMap((one) =>
    one.words.map((w) => [w.startMs, w.endMs]),
  );
}

describe('words are clipped to speech', () => {
  test('a word that reaches into silence ends with the speech', () => {
    expect(clipped([word(100, 900)], [span(200, 700)])).toEqual([[200, 700]]);
  });

  test('a word in silence moves to speech that is near, and stays where none is', () => {
    expect(clipped([word(1000, 1100)], [span(1300, 3000)])).toEqual([[1300, 1340]]);
    expect(clipped([word(1000, 1100)], [span(2000, 3000)])).toEqual([[1000, 1100]]);
  });

  test('a word over a pause belongs to the side that has more of it', () => {
    expect(clipped([word(900, 2600)], [span(0, 1000), span(2000, 3000)])).toEqual([[2000, 2600]]);
  });

  test('no one takes longer than a second and a half for a word', () => {
    expect(clipped([word(0, 5000)], [span(0, 6000)])).toEqual([[0, 1500]]);
  });

  test('words stay in order and inside their segment, whatever comes', () => {
    const spans = fc
      .uniqueArray(fc.nat(20_000), { minLength: 2, maxLength: 12 })
      .map((edges) => edges.sort((a, b) => a - b))
      .map((edges) =>
        edges.flatMap((from, i) =>
          i % 2 === 0 && edges[i + 1] ? [span(from, edges[i + 1] ?? 0)] : [],
        ),
      );
    const words = fc
      .array(fc.tuple(fc.nat(1500), fc.nat(1500)), { minLength: 1, maxLength: 20 })
      .map((steps) => {
        let at = 0;
        return steps.map(([gap, length]) => {
          const startMs = at + gap;
          at = startMs + length;
          return word(startMs, at);
        });
      });
    fc.assert(
      fc.property(words, spans, (some, speech) => {
        let last = 0;
        for (const [startMs = 0, endMs = 0] of clipped(some, speech)) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThan(startMs);
          last = endMs;
        }
      }),
    );
  });
});
