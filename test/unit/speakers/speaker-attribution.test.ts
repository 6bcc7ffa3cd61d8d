import { expect, test } from 'vitest';
import { attributeWords } from '../../../src/main/speakers/turns/attribute-words.ts';
import type { Word } from '../../../src/shared/transcription/transcript.ts';

/** Words of 300 ms with 50 ms between them; `|` is a pause of half a second. */
function say(text: string, startMs = 0): Word[] {
  const words: Word[] = [];
  let at = startMs;
  for (const part of text.split(' ')) {
    if (part === '|') at += 500;
    else {
      words.push({ startMs: at, endMs: at + 300, text: part, confidence: 1 });
      at += 350;
    }
  }
  return words;
}
const turn = (startMs: number, endMs: number, speaker: number) => ({
  startMs,
  endMs,
  speaker,
  confidence: 1,
});
const parts = (words: Word[], turns: ReturnType<typeof turn>[]) =>
  attributeWords([{ words }], turns).parts[0]?.map(
    (part) => `${part.speaker}: ${part.words.map((word) => word.text).join(' ')}`,
  );

test('a segment is parted where the speaker changes', () => {
  const words = say('How are you? Fine thank you all.');
  expect(parts(words, [turn(0, 1040, 0), turn(1040, 3000, 1)])).toEqual([
    '0: How are you?',
    '1: Fine thank you all.',
  ]);
});

test('speakers are numbered by their first words', () => {
  const { parts: all, order } = attributeWords(
    [{ words: say('Hello there.', 5000) }],
    [turn(0, 1000, 4), turn(5000, 6000, 2)],
  );
  expect(all[0]?.[0]?.speaker).toBe(0);
  expect(order).toEqual([2]);
});

test('a word outside all turns goes to the nearest', () => {
  const words = say('One two', 2000);
  expect(parts(words, [turn(0, 1000, 0), turn(2900, 4000, 1)])).toEqual(['0: One two']);
});

test('a single word between the words of one other person is theirs', () => {
  const words = say('one two three four five six');
  expect(parts(words, [turn(0, 1030, 0), turn(1030, 1370, 1), turn(1370, 3000, 0)])).toEqual([
    '0: one two three four five six',
  ]);
});

test('a change moves to the end of the sentence, or to a pause, when one is near', () => {
  const late = [turn(0, 1400, 0), turn(1400, 4000, 1)];
  expect(parts(say('How are you? Fine thank you all.'), late)).toEqual([
    '0: How are you?',
    '1: Fine thank you all.',
  ]);
  const early = [turn(0, 680, 0), turn(680, 4000, 1)];
  expect(parts(say('so we go | and then we stop'), early)).toEqual([
    '0: so we go',
    '1: and then we stop',
  ]);
});

test('a sentence is cut in the middle only where another voice is clear on both sides', () => {
  const words = say('so we went down to the river and then we all swam across it');
  const change = [turn(0, 2440, 0), turn(2440, 6000, 1)];
  expect(parts(words, change)).toEqual([
    '0: so we went down to the river',
    '1: and then we all swam across it',
  ]);
  const unsure = change.map((one) => ({ ...one, confidence: 0.02 }));
  expect(parts(words, unsure)).toHaveLength(1);
  const brief = [turn(0, 4130, 0), turn(4130, 6000, 1)];
  expect(parts(words, brief)).toEqual([`0: ${words.map(({ text }) => text).join(' ')}`]);
});

test('without any turn all words are one person’s', () => {
  expect(parts(say('one two'), [])).toEqual(['0: one two']);
});
