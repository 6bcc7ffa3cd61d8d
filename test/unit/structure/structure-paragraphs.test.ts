import { describe, expect, test } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { readProse } from '../../helpers/corpus/texts.ts';
import { durationOf, type Line, speak } from '../../helpers/corpus/texts-spoken.ts';
import { dose } from '../../helpers/harness/dose.ts';

const paragraphs = (segments: Segment[]) =>
  structureTranscript({ segments, durationMs: durationOf(segments) }).paragraphs;
const spoken = (lines: (Line | string)[]) => paragraphs(speak(lines)).map(({ text }) => text);

describe('a new paragraph begins', () => {
  test('where another person speaks', () => {
    const lines = [
      { text: 'I like it.', speaker: 'Ann' },
      { text: 'So do I.', speaker: 'Ben' },
      { text: 'Good.', speaker: 'Ben' },
    ];
    expect(spoken(lines)).toEqual(['I like it.', 'So do I. Good.']);
  });

  test('after a long pause', () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      text: `Sentence number ${at} is short.`,
      pauseMs: at === 10 ? 2500 : 400,
    }));
    expect(paragraphs(speak(lines))[1]?.segment_ids[0]).toBe(10);
  });
});

test('long turns become paragraphs of at most 160 words and 90 seconds', () => {
  const lines = readProse(40)
    .slice(0, dose(8, 100))
    .flatMap(({ sentences }) => sentences);
  for (const { text, start, end } of paragraphs(speak(lines)).slice(0, -1)) {
    const words = text.split(' ').length;
    expect(words).toBeLessThanOrEqual(160);
    expect(end - start).toBeLessThanOrEqual(90);
  }
});

test('speech that never pauses and never ends a sentence is still cut', () => {
  const lines = Array.from({ length: 400 }, () => ({
    text: 'and then we went on and on',
    pauseMs: 0,
  }));
  const lengths = spoken(lines).map((text) => text.split(' ').length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(160);
});

describe('clean text', () => {
  test('leaves out notes about sound and stutters the model was unsure of', () => {
    const [segment] = speak(['So the the  plan [Music] is very very good.']);
    if (!segment) throw new Error('No segment.');
    const unsure = ['the', 'plan'];
    const words = segment.words.map((word) => ({
      ...word,
      confidence: unsure.includes(word.text) ? 0.5 : 0.99,
    }));
    expect(paragraphs([{ ...segment, words }])[0]?.text).toBe('So the plan is very very good.');
  });

  test('joins Chinese without spaces and Thai with them', () => {
    const say = (language: string, texts: string[]) =>
      spoken(texts.map((text) => ({ text, language })));
    expect(say('zh', ['今天很好。', '我们走吧。'])).toEqual(['今天很好。我们走吧。']);
    expect(say('th', ['สวัสดีครับ', 'ขอบคุณครับ'])).toEqual(['สวัสดีครับ ขอบคุณครับ']);
  });

  test('keeps the note where there is nothing else', () => {
    expect(spoken(['(music)'])).toEqual(['(music)']);
  });
});
