import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retimeWords } from '../../../src/shared/transcription/retime-words.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';

/** Each word lasts 300 ms, with 100 ms of pause after it. */
function segment(text: string, language = 'en'): Segment {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: 1000 + index * 400,
    endMs: 1300 + index * 400,
    confidence: 0.4,
  }));
  const endMs = words.at(-1)?.endMs ?? 1000;
  return { id: 0, startMs: 1000, endMs, text, speaker: 'A', language, confidence: 0.4, words };
}

const times = (before: string, after: string, language = 'en') =>
  retimeWords(segment(before, language), after).map(({ text, startMs, endMs }) => [
    text,
    startMs,
    endMs,
  ]);

describe('the times of edited words', () => {
  test('stay where the words stay, whatever their case and punctuation', () => {
    expect(times('we met anna today', 'We met Anna, today!')).toEqual([
      ['We', 1000, 1300],
      ['met', 1400, 1700],
      ['Anna,', 1800, 2100],
      ['today!', 2200, 2500],
    ]);
  });

  test('are those of the words they replace, shared by length', () => {
    expect(times('we met hannah today', 'we met ann lee today').slice(2, 4)).toEqual([
      ['ann', 1800, 1950],
      ['lee', 1950, 2100],
    ]);
    expect(times('we met the anna today', 'we met Joanna today')[2]).toEqual([
      'Joanna',
      1800,
      2500,
    ]);
  });

  test('fill the pause where words are put between', () => {
    expect(times('we met', 'we all met')[1]).toEqual(['all', 1300, 1400]);
  });

  test('are gone with words that are taken out, and with all of them', () => {
    expect(times('we we met', 'we met')).toHaveLength(2);
    expect(retimeWords(segment('we met'), '')).toEqual([]);
  });

  test('know the words of a language that writes no spaces', () => {
    const words = retimeWords(segment('今日 は 庭 です', 'ja'), '今日は静かな庭です。');
    expect(words.map(({ text }) => text).join('')).toBe('今日は静かな庭です。');
    expect(words.find(({ text }) => text === '今日')).toMatchObject({ startMs: 1000, endMs: 1300 });
  });

  test('come with full confidence where a person wrote the word', () => {
    const words = retimeWords(segment('we met hannah'), 'we met Anna');
    expect(words.map(({ confidence }) => confidence)).toEqual([0.4, 0.4, 1]);
  });

  test('follow each other inside the segment, for any text', () => {
    const word = fc.constantFrom('we', 'met', 'Anna', 'today,', 'and', 'then', '庭');
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const whole = segment(before);
        const words = retimeWords(whole, after);
        expect(words.map((w) => w.text).join('')).toBe(after.replaceAll(' ', ''));
        let floor = whole.startMs;
        for (const { startMs, endMs } of words) {
          expect(startMs).toBeGreaterThanOrEqual(floor);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          floor = endMs;
        }
        expect(floor).toBeLessThanOrEqual(whole.endMs);
      }),
    );
  });
});
