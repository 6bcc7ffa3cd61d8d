import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EngineSegment, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { toSegments } from '../../../src/main/engine/words/join-tokens.ts';

const windowOf = (language: string, ...segments: EngineSegment[]): WindowTranscript => ({
  language,
  languageProbs: {},
  noSpeechProb: 0,
  segments,
});
/** A segment whose tokens take 200 ms each. */
function segmentOf(texts: string[], startMs = 0): EngineSegment {
  const tokens = texts.map((text, i) => ({
    text,
    startMs: startMs + i * 200,
    endMs: startMs + (i + 1) * 200,
    p: 0.8,
  }));
  return { startMs, endMs: startMs + texts.length * 200, text: texts.join(''), tokens };
}
const wordsOf = (language: string, texts: string[]) =>
  toSegments(windowOf(language, segmentOf(texts))).flatMap(({ words }) =>
    words.map(({ text }) => text),
  );

describe('tokens become words', () => {
  test('at spaces where a script has them', () => {
    expect(wordsOf('en', [' The', ' gar', 'den', ' is', ' new', '.'])).toEqual([
      'The',
      'garden',
      'is',
      'new.',
    ]);
  });

  test('at word edges where it has none', () => {
    expect(wordsOf('ja', ['今日は', 'いい天気', 'です', '。'])).toEqual(
      [...new Intl.Segmenter('ja', { granularity: 'word' }).segment('今日はいい天気です')]
        .map(({ segment }) => segment)
        .map((word, i, all) => (i === all.length - 1 ? `${word}。` : word)),
    );
    expect(wordsOf('zh', ['我', '喜欢', '北京', '，', '你', '呢', '？']).join('|')).toMatch(
      /，\|你/,
    );
  });

  test('with punctuation on the left and what opens on the right', () => {
    expect(wordsOf('fr', [' Quoi', ' ?', ' (', 'oui', ')', ' !'])).toEqual(['Quoi ?', '(oui) !']);
    expect(wordsOf('es', [' ¿', 'Qué', '?', ' "', 'Sí', '"', '.'])).toEqual(['¿Qué?', '"Sí".']);
    expect(wordsOf('en', [' costs', ' $', '5', ' -', ' yes'])).toEqual(['costs', '$5', '- yes']);
  });

  test('with the mean of their tokens as confidence', () => {
    const segment = segmentOf([' gar', 'den']);
    const tokens = segment.tokens.map((token, i) => ({ ...token, p: i === 0 ? 0.5 : 0.9 }));
    const [transcribed] = toSegments(windowOf('en', { ...segment, tokens }));
    expect(transcribed?.words).toMatchObject([{ text: 'garden', startMs: 0, endMs: 400 }]);
    expect(transcribed?.words[0]?.confidence).toBeCloseTo(0.7);
  });

  test('without the time of their punctuation', () => {
    const [transcribed] = toSegments(windowOf('en', segmentOf([' yes', '.'], 1_000)));
    expect(transcribed).toMatchObject({ startMs: 1_000, endMs: 1_400 });
    expect(transcribed?.words).toMatchObject([{ text: 'yes.', startMs: 1_000, endMs: 1_200 }]);
  });
});

test('segments of nothing but signs are left out', () => {
  expect(
    toSegments(windowOf('en', segmentOf([' ...', ' -']), segmentOf([' ok'], 600))),
  ).toMatchObject([{ text: 'ok' }]);
});

test('words stay in order, inside their segment, and lose no letter', () => {
  const token = fc.record({
    text: fc.oneof(fc.constantFrom(' a', 'b', ' “', '.', ' ', ' ño', '中', ''), fc.string()),
    startMs: fc.nat(30_000),
    endMs: fc.nat(30_000),
    p: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const segment = fc
    .record({ startMs: fc.nat(30_000), lengthMs: fc.nat(5_000), tokens: fc.array(token) })
    .map(({ startMs, lengthMs, tokens }) => {
      const text = tokens.map((one) => one.text).join('');
      return { startMs, endMs: startMs + lengthMs, text, tokens };
    });
  const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
  fc.assert(
    fc.property(fc.constantFrom('en', 'zh', 'th'), fc.array(segment), (language, segments) => {
      const transcribed = toSegments(windowOf(language, ...segments));
      let low = 0;
      for (const { startMs, endMs, words } of transcribed) {
        expect(startMs).toBeGreaterThanOrEqual(low);
        expect(endMs).toBeGreaterThan(startMs);
        low = startMs;
        for (const word of words) {
          expect(word.startMs).toBeGreaterThanOrEqual(low);
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
          expect(word.endMs).toBeLessThanOrEqual(endMs);
          expect(word.text).toBe(word.text.trim());
          low = word.endMs;
        }
      }
      const said = transcribed
        .flatMap(({ words }) => words.map(({ text }) => letters(text)))
        .join('');
      expect(said).toBe(letters(segments.map(({ text }) => text).join('|')));
    }),
  );
});
