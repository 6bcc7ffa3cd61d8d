import { describe, expect, test } from 'vitest';
import { cutSentences } from '../../../src/main/structure/text/sentences.ts';
import { mapWords } from '../../../src/main/structure/text/word-map.ts';
import type { Segment, Word } from '../../../src/shared/transcription/transcript.ts';

/** A segment of words 200 ms long; `|400` before a word is a pause in ms (0 when left out). */
function say(text: string, changes: Partial<Segment> = {}): Segment {
  const words: Word[] = [];
  let nowMs = changes.startMs ?? 0;
  for (const part of text.split(' ')) {
    const pause = /^\|(\d+)$/u.exec(part);
    if (pause) {
      nowMs += Number(pause[1]);
      continue;
    }
    words.push({ startMs: nowMs, endMs: nowMs + 200, text: part, confidence: 0.9 });
    nowMs += 200;
  }
  return {
    id: 0,
    startMs: changes.startMs ?? 0,
    endMs: nowMs,
    text: words.map((word) => word.text).join(' '),
    speaker: 'Speaker 1',
    language: 'en',
    confidence: 0.9,
    words,
    ...changes,
  };
}

const sentences = (...segments: Segment[]) => cutSentences(mapWords(segments));
const texts = (...segments: Segment[]) => sentences(...segments).map(({ text }) => text);

describe('punctuation ends a sentence', () => {
  test.each([
    ['en', 'It rains. We stay!', ['It rains.', 'We stay!']],
    ['en', 'He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['hi', 'यह घर है। वह बाग है।', ['यह घर है।', 'वह बाग है।']],
    ['ur', 'یہ گھر ہے۔ وہ باغ ہے۔', ['یہ گھر ہے۔', 'وہ باغ ہے۔']],
    ['am', 'ይህ ቤት ነው። ያ ዛፍ ነው።', ['ይህ ቤት ነው።', 'ያ ዛፍ ነው።']],
    ['zh', '今天天气很好。我们去公园吧。', ['今天天气很好。', '我们去公园吧。']],
    ['ja', '「行こう。」と彼は言った。', ['「行こう。」', 'と彼は言った。']],
  ])('%s: %s', (language, text, expected) => {
    expect(texts(say(text, { language }))).toEqual(expected);
  });

  test('an opening bracket goes with the sentence it opens', () => {
    expect(texts(say('休息一下。「好的」', { language: 'zh' }))).toEqual([
      '休息一下。',
      '「好的」',
    ]);
  });

  test.each([
    'Then Mr. Smith met Dr. Lee.',
    'She lives in the U.S. Navy town.',
    'Look at No. 5 again.',
    'It cost 3.5 pounds at example.com today.',
    'Well... maybe not.',
  ])('a full stop inside a sentence does not: %s', (text) => {
    expect(texts(say(text))).toEqual([text]);
  });

  test('after a breath an abbreviation may end a sentence', () => {
    expect(texts(say('He is a Dr. |400 She is not.'))).toEqual(['He is a Dr.', 'She is not.']);
  });
});

describe('pauses and people end a sentence', () => {
  test('a second and a half of silence', () => {
    expect(texts(say('so we went |1500 and came back'))).toEqual(['so we went', 'and came back']);
    expect(texts(say('so we went |1400 and came back'))).toHaveLength(1);
  });

  test('another speaker or language', () => {
    const first = say('I think');
    const speaker = 'Speaker 2';
    expect(texts(first, say('so too', { id: 1, startMs: 400, speaker }))).toHaveLength(2);
    expect(texts(first, say('auch so', { id: 1, startMs: 400, language: 'de' }))).toHaveLength(2);
  });
});

describe('speech without punctuation', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);

  test('is cut at its longest pauses', () => {
    const spoken = [...words(20), '|400', ...words(25), '|900', ...words(25)].join(' ');
    const lengths = sentences(say(spoken)).map((sentence) => sentence.words.length);
    expect(lengths).toEqual([20, 25, 25]);
  });

  test('is cut at commas where there is no pause', () => {
    const spoken = [...words(29), 'comma,', ...words(40)].join(' ');
    expect(sentences(say(spoken))[0]?.words).toHaveLength(30);
  });

  test('is never longer than sixty words, for hours', () => {
    const lengths = sentences(say(words(5000).join(' '))).map(({ words: own }) => own.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(5000);
  });
});

test('a sentence may run through several segments and knows where each begins', () => {
  const [sentence] = sentences(say('This goes on'), say('and ends here.', { id: 1, startMs: 600 }));
  expect(sentence?.text).toBe('This goes on and ends here.');
  expect(sentence?.places).toEqual([
    { segmentId: 0, offset: 0 },
    { segmentId: 1, offset: 13 },
  ]);
});

test('notes about sound are no sentences', () => {
  expect(texts(say('[BLANK_AUDIO]'), say('(soft music)', { id: 1, startMs: 300 }))).toEqual([]);
  expect(texts(say('We start. [Music] We end.'))).toEqual(['We start.', 'We end.']);
});

test('what people write in brackets is text', () => {
  const segment = say('He said [inaudible] twice. [Music]');
  const words = segment.words.map((word) =>
    word.text === '[inaudible]' ? { ...word, confidence: 1 } : word,
  );
  expect(texts({ ...segment, words })).toEqual(['He said [inaudible] twice.']);
});
