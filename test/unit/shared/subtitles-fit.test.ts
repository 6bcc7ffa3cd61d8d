/** Subtitles in a picture are as large as fits, and those of a part have only the words that are said in it. */
import { describe, expect, test } from 'vitest';
import { cuesWithin } from '../../../src/shared/subtitles/cues-within.ts';
import type { Cue, CueWord } from '../../../src/shared/subtitles/subtitle-options.ts';
import { fitAss, writeAss } from '../../../src/shared/subtitles/write-ass.ts';

const cue = (startMs: number, ...lines: string[]): Cue => ({
  startMs,
  endMs: startMs + 2000,
  lines,
  speaker: null,
  label: null,
});
const look = (ass: string) => {
  const [, width, height] = /PlayResX: (\d+)\nPlayResY: (\d+)/.exec(ass) ?? [];
  const [, font, , , outline] = /Style: Default,Arial,(\d+)(.*?),1,([\d.]+)/.exec(ass) ?? [];
  return { width: Number(width), height: Number(height), font: Number(font), outline };
};

describe('in a picture', () => {
  const ass = writeAss([cue(0, 'Forty-two letters are what a line may have', 'and more')]);

  test('of the usual shape nothing changes', () => {
    expect(fitAss(ass, { width: 1920, height: 1080 })).toBe(ass);
  });

  test('that is smaller they are smaller', () => {
    expect(look(fitAss(ass, { width: 640, height: 360 }))).toMatchObject({ width: 640, font: 19 });
  });

  test.each([
    ['Latin letters', 'Forty-two letters are what a line may have', 0.56],
    ['wide letters', '四十二文字ではなく二十一文字の字幕です。', 1.12],
  ])('that stands upright they take no more than its width: %s', (_, line, letter) => {
    const { font } = look(fitAss(writeAss([cue(0, line)]), { width: 1080, height: 1920 }));
    const width = [...line].length * font * letter;
    expect(width).toBeLessThanOrEqual(1080);
    expect(width).toBeGreaterThan(800);
  });

  test('commas and marks of karaoke do not count as another field or as letters', () => {
    const said = fitAss(writeAss([cue(0, 'One, two, three')]), { width: 300, height: 1920 });
    const marked = said.replace('One', '{\\kf100}One');
    expect(
      look(fitAss(writeAss([cue(0, 'One, two, three')]), { width: 300, height: 1920 })),
    ).toEqual(look(marked));
    expect(said).toContain(',,One, two, three\n');
  });
});

describe('of a part', () => {
  const word = (text: string, startMs: number): CueWord => ({
    text,
    spaceBefore: true,
    startMs,
    endMs: startMs + 500,
  });
  const timed: Cue = {
    ...cue(1000, 'one two', 'three four'),
    timed: [
      [word('one', 1000), word('two', 1500)],
      [word('three', 2000), word('four', 2500)],
    ],
  };

  test('words outside of it are left out, and times begin with it', () => {
    const [cut] = cuesWithin([timed], { startMs: 1400, endMs: 2450 });
    expect(cut).toMatchObject({ startMs: 0, endMs: 1050, lines: ['two', 'three'] });
    expect(cut?.timed?.flat().map(({ text, startMs }) => [text, startMs])).toEqual([
      ['two', 100],
      ['three', 600],
    ]);
  });

  test('lines without words in it go, and cues that have none', () => {
    expect(cuesWithin([timed], { startMs: 2000, endMs: 9000 })).toMatchObject([
      { startMs: 0, lines: ['three four'] },
    ]);
    expect(cuesWithin([timed], { startMs: 2900, endMs: 9000 })).toEqual([]);
    expect(cuesWithin([timed], { startMs: 3000, endMs: 9000 })).toEqual([]);
  });

  test('what a person wrote stays whole', () => {
    expect(cuesWithin([cue(1000, 'as written')], { startMs: 2000, endMs: 2500 })).toEqual([
      { ...cue(0, 'as written'), endMs: 500 },
    ]);
  });
});
