import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ParsedNode, WebVTTParser } from 'webvtt-parser';
import type { Cue } from '../../../src/shared/subtitles/subtitle-options.ts';
import { formatTimestamp } from '../../../src/shared/subtitles/timestamp.ts';
import { writeAss } from '../../../src/shared/subtitles/write-ass.ts';
import { writeSrt } from '../../../src/shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../src/shared/subtitles/write-vtt.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';
import { type Line, speak } from '../../helpers/corpus/texts-spoken.ts';
import { HOSTILE, halfAnHour, subtitle } from '../../helpers/corpus/texts-subtitled.ts';
import { dose } from '../../helpers/harness/dose.ts';

/** The parser's own table lacks the semicolons. */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const parse = (vtt: string) =>
  new WebVTTParser(ENTITIES).parse(vtt, 'subtitles/captions/descriptions');

/** What a player shows of a parsed cue. */
function shownText(node: ParsedNode): string {
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map(shownText).join('');
}

function expectSameCues(cues: Cue[], options = { word_times: false }): void {
  const { cues: parsed, errors } = parse(writeVtt(cues, options));
  expect(errors).toEqual([]);
  expect(parsed.map((cue) => Math.round(cue.startTime * 1000))).toEqual(cues.map((c) => c.startMs));
  expect(parsed.map((cue) => Math.round(cue.endTime * 1000))).toEqual(cues.map((c) => c.endMs));
  expect(parsed.map((cue) => shownText(cue.tree))).toEqual(cues.map((c) => c.lines.join('\n')));
}

function expectSound(cues: Cue[], lineWidth: number): void {
  for (const [at, cue] of cues.entries()) {
    expect(cue.startMs).toBeGreaterThanOrEqual(cues[at - 1]?.endMs ?? 0);
    expect(cue.endMs).toBeGreaterThan(cue.startMs);
    for (const line of cue.lines) {
      expect(line.trim()).toBe(line);
      expect(line).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
      expect(line.isWellFormed()).toBe(true);
      const characters = Array.from(new Intl.Segmenter('und').segment(line)).length;
      expect(characters).toBeLessThanOrEqual(lineWidth);
    }
  }
}

describe('WebVTT', () => {
  test('of half an hour conforms to the standard and says the same', () => {
    expectSameCues(subtitle(halfAnHour()));
  });

  test('of hostile text conforms and says the same', () => {
    const cues = subtitle(speak(HOSTILE));
    expectSound(cues, 42);
    expectSameCues(cues);
  });

  test('of any text conforms and says the same', () => {
    const line: fc.Arbitrary<Line> = fc.record({
      text: fc.oneof(fc.constantFrom(...HOSTILE), anyText({ maxLength: 80 }), fc.lorem()),
      speaker: fc.oneof(fc.constantFrom('Ann', 'A & <B>', ' ', '-->'), fc.string({ minLength: 1 })),
      language: fc.constantFrom('en', 'th', 'ar'),
      pauseMs: fc.integer({ min: 0, max: 3000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const cues = subtitle(speak(lines));
        expectSound(cues, 42);
        expectSameCues(cues);
      }),
      { seed: 4717, numRuns: 200 },
    );
  });

  test('with word times conforms as well and says the same', () => {
    expectSameCues(subtitle(halfAnHour()), { word_times: true });
    expectSameCues(subtitle(speak(HOSTILE)), { word_times: true });
  });

  test('marks when each word after the first is said', () => {
    const cues = subtitle(speak(['One two three.']));
    const [cue] = cues;
    const [, second, third] = cue?.timed?.flat() ?? [];
    const at = (ms = 0) => `<${formatTimestamp(ms, '.')}>`;
    expect(writeVtt(cues, { word_times: true })).toContain(
      `One ${at(second?.startMs)}two ${at(third?.startMs)}three.`,
    );
  });

  test('names the speaker in a voice tag', () => {
    const speaker = 'Ann & <Ben>';
    const vtt = writeVtt(subtitle(speak([{ text: 'Hi.', speaker }]), { speakers: 'always' }));
    expect(vtt).toContain('<v Ann &amp; &lt;Ben&gt;>Hi.</v>');
  });

  test('of nothing is an empty file', () => {
    expect(writeVtt([])).toBe('WEBVTT\n\n');
    expect(parse(writeVtt([])).cues).toEqual([]);
    expect(writeSrt([])).toBe('');
  });
});

describe('SubRip', () => {
  test('numbers its cues and names a speaker where it changes', () => {
    const cues = subtitle(
      speak([
        { text: 'Hello.', speaker: 'Ann' },
        { text: 'Hi.', speaker: 'Ben', pauseMs: 1500 },
        { text: 'Well.', speaker: 'Ben', pauseMs: 1500 },
      ]),
    );
    const blocks = writeSrt(cues).split('\n\n');
    expect(blocks.map((block) => block.split('\n')[0])).toEqual(['1', '2', '3']);
    expect(blocks.map((block) => block.trim().split('\n')[2])).toEqual([
      'Ann: Hello.',
      'Ben: Hi.',
      'Well.',
    ]);
  });

  test('has no arrow, tag or style in its text', () => {
    const cues = subtitle(speak(HOSTILE));
    for (const block of writeSrt(cues).split('\n\n')) {
      const text = block.split('\n').slice(2).join('\n');
      expect(text).not.toMatch(/-->|<\/?[a-z]|\{\\/iu);
    }
  });

  test('writes hours past 99', () => {
    const cue = { endMs: 360_001_345, lines: ['Late.'], speaker: null, label: null };
    expect(writeSrt([{ ...cue, startMs: 359_999_999 }])).toBe(
      '1\n99:59:59,999 --> 100:00:01,345\nLate.\n',
    );
  });
});

describe('ASS', () => {
  test('has a line of dialogue for each cue, with who speaks', () => {
    const cues = subtitle(
      speak([
        { text: 'Hello, you.', speaker: 'Ann' },
        { text: 'Hi.', speaker: 'Ben', pauseMs: 1500 },
      ]),
    );
    const dialogue = writeAss(cues)
      .split('\n')
      .filter((line) => line.startsWith('Dialogue'));
    expect(dialogue).toHaveLength(2);
    expect(dialogue[0]).toMatch(
      /^Dialogue: 0,0:00:00\.\d\d,0:00:0\d\.\d\d,Default,Ann,0,0,0,,Ann: Hello, you\.$/,
    );
  });

  test('turns cues that run from right to left, line by line, and whatever the name before them', () => {
    const at = (startMs: number, text: string): Cue => ({
      ...{ startMs, endMs: startMs + 900, speaker: 'Sarah', label: 'Sarah' },
      lines: text.split('|'),
    });
    const ass = writeAss([at(0, 'שלום, David|ואני.'), at(1000, '(1) نعم'), at(2000, 'Hi! שלום')]);
    expect([...ass.matchAll(/^Dialogue: .*,,(.*)$/gm)].map(([, said]) => said)).toEqual([
      '\u202bSarah: שלום, David\u202c\\N\u202bואני.\u202c',
      '\u202bSarah: (1) نعم\u202c',
      'Sarah: Hi! שלום',
    ]);
  });

  test('lights the words up as they are said, until the end of the cue', () => {
    const cues = subtitle(speak(['One two three.']));
    const { startMs, endMs } = cues[0] ?? { startMs: 0, endMs: 0 };
    const line = writeAss(cues, { word_times: true }).trim().split('\n').at(-1) ?? '';
    const lengths = [...line.matchAll(/\{\\kf(\d+)\}/g)].map(([, length]) => Number(length));
    expect(line).toMatch(/\}One \{.+\}two \{.+\}three\.$/);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(
      Math.round((endMs - startMs) / 10),
    );
  });

  test('has no style or break in its text but its own', () => {
    for (const options of [{ word_times: false }, { word_times: true }]) {
      const lines = writeAss(subtitle(speak(HOSTILE)), options)
        .split('\n')
        .slice(14);
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) expect(line.replace(/\\N|\{\\kf\d+\}/g, '')).not.toMatch(/[\\{}]/);
    }
  });
});

describe('extremes', () => {
  test('one word', () => {
    const [cue] = subtitle(speak(['Hello']));
    expect(cue?.lines).toEqual(['Hello']);
    expect((cue?.endMs ?? 0) - (cue?.startMs ?? 0)).toBeGreaterThanOrEqual(833);
  });

  test('hours by one person without punctuation, in one segment', () => {
    const words = Array.from({ length: dose(14_400, 72_000) }, (_, at) => ({
      startMs: at * 500,
      endMs: at * 500 + 480,
      text: `word${at}`,
      confidence: 0.9,
    }));
    const text = words.map((word) => word.text).join(' ');
    const segment = { id: 0, startMs: 0, endMs: words.length * 500, text, words };
    const cues = subtitle([{ ...segment, speaker: 'Ann', language: 'en', confidence: 0.9 }]);
    expectSound(cues, 42);
    expect(cues.flatMap((cue) => cue.lines).join(' ')).toBe(text);
    expect(Math.max(...cues.map((cue) => cue.endMs - cue.startMs))).toBeLessThanOrEqual(7000);
  });

  test('words that share one instant', () => {
    const segments = speak(HOSTILE).map((segment) => ({
      ...segment,
      words: segment.words.map((word) => ({ ...word, startMs: 5, endMs: 5 })),
    }));
    expectSound(subtitle(segments), 42);
  });
});
