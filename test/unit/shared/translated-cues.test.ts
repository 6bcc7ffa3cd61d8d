import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptProfile, textWidth } from '../../../src/shared/subtitles/script-profile.ts';
import { SubtitleOptions } from '../../../src/shared/subtitles/subtitle-options.ts';
import { isTooLong, layOutTranslation } from '../../../src/shared/subtitles/translated-cues.ts';
import type { TranslatedCue } from '../../../src/shared/subtitles/translations.ts';
import { writeSrt } from '../../../src/shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../src/shared/subtitles/write-vtt.ts';
import { dose } from '../../helpers/harness/dose.ts';

const cue = (more: Partial<TranslatedCue> = {}): TranslatedCue => ({
  start: 1.5,
  end: 4,
  speaker: 'Ann',
  too_long: false,
  original: 'Good evening to everybody who has\ncome here to listen to us tonight.',
  text: 'Guten Abend an alle, die heute hierhergekommen sind, um uns zuzuhören.',
  ...more,
});
const layOut = (
  cues: TranslatedCue[],
  { to = 'de', bilingual = false, ...options }: Record<string, unknown> = {},
) =>
  layOutTranslation(
    cues,
    { original: 'en', translation: String(to) },
    { ...SubtitleOptions.parse(options), bilingual: bilingual === true },
  );

describe('a translation as subtitles', () => {
  test('keeps its times and is broken to two lines that fit', () => {
    const [only] = layOut([cue()]);
    expect([only?.startMs, only?.endMs]).toEqual([1500, 4000]);
    expect(only?.lines.length).toBe(2);
    expect(only?.lines.join(' ')).toBe(cue().text);
    for (const line of only?.lines ?? []) expect(line.length).toBeLessThanOrEqual(42);
  });

  test('has the original above it when both are wanted', () => {
    expect(layOut([cue({ text: 'Guten Abend.' })], { bilingual: true })[0]?.lines).toEqual([
      'Good evening to everybody who has',
      'come here to listen to us tonight.',
      'Guten Abend.',
    ]);
    const [narrow] = layOut([cue()], { bilingual: true, max_chars_per_line: 40, max_lines: 3 });
    for (const line of narrow?.lines ?? []) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('names speakers where they change, when there are several', () => {
    const cues = [
      cue({ text: 'Ja.' }),
      cue({ text: 'Nein.', speaker: 'Bo' }),
      cue({ text: 'Doch.', speaker: 'Bo' }),
    ];
    expect(layOut(cues).map(({ label, speaker }) => [label, speaker])).toEqual([
      ['Ann', 'Ann'],
      ['Bo', 'Bo'],
      [null, 'Bo'],
    ]);
    expect(layOut(cues.slice(1)).map(({ label }) => label)).toEqual([null, null]);
    expect(writeSrt(layOut(cues, { bilingual: true }))).toContain('Ann: Good evening');
  });

  test('of Japanese is broken without spaces', () => {
    const text = '今夜ここに私たちの話を聞きに来てくださった皆さん、こんばんは。';
    const [only] = layOut([cue({ text })], { to: 'ja', max_lines: 3 });
    expect(only?.lines.join('')).toBe(text);
    for (const line of only?.lines ?? []) {
      expect(textWidth(line, scriptProfile('ja'))).toBeLessThanOrEqual(13);
    }
  });

  test('cannot write tags or cues of its own', () => {
    const text = '</v><b>x</b> --> 00:00:09.000 {\\an8}';
    const vtt = writeVtt(layOut([cue({ text })], { bilingual: true }));
    expect(vtt).not.toContain('<b>');
    expect(vtt.match(/-->/g)?.length).toBe(1);
    expect(writeSrt(layOut([cue({ text })])).match(/-->/g)?.length).toBe(1);
  });

  test('leaves nothing out, whatever it says', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9,.!?'-]{1,60}$/), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, fc.boolean(), (said, bilingual) => {
        const text = said.join(' ');
        const [only] = layOut([cue({ text, original: 'One.' })], {
          bilingual,
          max_chars_per_line: 20,
        });
        const shown = only?.lines
          .slice(bilingual ? 1 : 0)
          .join('')
          .replaceAll(' ', '');
        expect(shown).toBe(text.replaceAll(' ', ''));
        for (const line of only?.lines ?? []) expect(line.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: dose(60, 2000) },
    );
  });
});

test('what can be read in its time is not too long', () => {
  expect(isTooLong('x '.repeat(40).trim(), 4000, 'de')).toBe(false);
  expect(isTooLong('x '.repeat(40).trim(), 2000, 'de')).toBe(true);
  expect(isTooLong('x '.repeat(60).trim(), 9000, 'de')).toBe(true);
  expect(isTooLong('あ'.repeat(20), 3000, 'ja')).toBe(false);
  expect(isTooLong('あ'.repeat(30), 9000, 'ja')).toBe(true);
});
