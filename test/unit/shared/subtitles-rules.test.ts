import { describe, expect, test } from 'vitest';
import { scriptProfile, textWidth } from '../../../src/shared/subtitles/script-profile.ts';
import type { Cue } from '../../../src/shared/subtitles/subtitle-options.ts';
import { durationOf, speak } from '../../helpers/corpus/texts-spoken.ts';
import { halfAnHour, subtitle } from '../../helpers/corpus/texts-subtitled.ts';

const seconds = (cue: Cue) => (cue.endMs - cue.startMs) / 1000;
const share = (cues: Cue[], holds: (cue: Cue) => boolean) =>
  cues.filter(holds).length / cues.length;
const text = (cue: Cue) => cue.lines.join(' ');

describe('half an hour of prose becomes subtitles a broadcaster would accept', () => {
  const segments = halfAnHour();
  const cues = subtitle(segments);
  const profile = scriptProfile('en');

  test('the recording is half an hour', () => {
    expect(durationOf(segments)).toBeGreaterThan(1_700_000);
  });

  test('every word is there, in order', () => {
    const spoken = segments.map((segment) => segment.text).join(' ');
    expect(cues.map(text).join(' ')).toBe(spoken);
  });

  test('no cue overlaps another or runs backwards', () => {
    for (const [at, cue] of cues.entries()) {
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      expect(cue.startMs).toBeGreaterThanOrEqual(cues[at - 1]?.endMs ?? 0);
    }
  });

  test('no line is too long, the label of the speaker included', () => {
    for (const { lines, label } of cues) {
      const shown = lines.map((line, at) =>
        at === 0 && label !== null ? `${label}: ${line}` : line,
      );
      for (const line of shown) expect(textWidth(line, profile)).toBeLessThanOrEqual(42);
      expect(lines.length).toBeLessThanOrEqual(2);
    }
  });

  test('97 % stay for 0.83 to 7 seconds, none longer', () => {
    expect(share(cues, (cue) => seconds(cue) >= 0.83)).toBeGreaterThanOrEqual(0.97);
    expect(Math.max(...cues.map(seconds))).toBeLessThanOrEqual(7);
  });

  test('85 % can be read in time', () => {
    const slow = share(
      cues,
      (cue) => textWidth(text(cue), profile) / seconds(cue) <= profile.hardCps,
    );
    expect(slow).toBeGreaterThanOrEqual(0.85);
  });

  test('60 % end at punctuation', () => {
    expect(share(cues, (cue) => /[.,:;!?—]["')]*$/u.test(text(cue)))).toBeGreaterThanOrEqual(0.6);
  });

  test('every cue starts with its first word', () => {
    const starts = new Set(
      segments.flatMap((segment) => segment.words.map((word) => word.startMs)),
    );
    expect(cues.filter((cue) => !starts.has(cue.startMs))).toEqual([]);
  });

  test('a cue never spans a silence of a second', () => {
    const paused = subtitle(speak(['One two', { text: 'three four.', pauseMs: 1000 }]));
    expect(paused.map(text)).toEqual(['One two', 'three four.']);
  });
});

describe('speakers', () => {
  const dialog = speak([
    { text: 'Hello there.', speaker: 'Ann' },
    { text: 'How are you?', speaker: 'Ann', pauseMs: 1500 },
    { text: 'Fine.', speaker: 'Ben' },
  ]);

  test('are named when there are several, the label only where they change', () => {
    const cues = subtitle(dialog);
    expect(cues.map((cue) => cue.speaker)).toEqual(['Ann', 'Ann', 'Ben']);
    expect(cues.map((cue) => cue.label)).toEqual(['Ann', null, 'Ben']);
  });

  test('are named always or never when asked for', () => {
    expect(subtitle(dialog.slice(0, 1), { speakers: 'always' })[0]?.label).toBe('Ann');
    expect(subtitle(dialog.slice(0, 1))[0]?.speaker).toBeNull();
    expect(subtitle(dialog, { speakers: 'never' }).map((cue) => cue.speaker)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('share no cue even when they are not named', () => {
    expect(subtitle(dialog, { speakers: 'never' })).toHaveLength(3);
  });

  test('a long name is shortened in the label only', () => {
    const speaker = 'The Right Honourable Member for Somewhere Far Away';
    const [cue] = subtitle(speak([{ text: 'I beg to differ.', speaker }]), { speakers: 'always' });
    expect(cue?.speaker).toBe(speaker);
    expect(cue?.label?.length).toBeLessThanOrEqual(21);
  });
});

describe('other scripts', () => {
  test.each([
    [
      'zh',
      '今天天气很好，我们一起去公园散步，然后去吃饭。晚上我们看了一部很有意思的电影，大家都很开心。',
      16,
    ],
    [
      'ja',
      '今日はとても天気がいいので、みんなで公園へ散歩に行きました。「楽しかった」と彼女は言った。',
      13,
    ],
    [
      'ko',
      '오늘은 날씨가 아주 좋아서 우리는 공원에 산책하러 갔습니다. 저녁에는 영화를 봤어요.',
      16,
    ],
    ['th', 'วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะด้วยกันแล้วก็ไปกินข้าวเย็นที่ร้านอาหารใกล้บ้าน', 35],
  ])(
    '%s keeps its lines short and never begins one with closing punctuation',
    (language, line, limit) => {
      const cues = subtitle(speak([{ text: line, language }]));
      const lines = cues.flatMap((cue) => cue.lines);
      expect(lines.length).toBeGreaterThan(1);
      for (const shown of lines) {
        expect(textWidth(shown, scriptProfile(language))).toBeLessThanOrEqual(limit);
        expect(shown).not.toMatch(/^[、。，．」』！？ー]|[「『（]$/u);
      }
      expect(lines.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
    },
  );
});

describe('options', () => {
  test('set the length and number of lines', () => {
    const options = { max_chars_per_line: '32', max_lines: '1' };
    const cues = subtitle(halfAnHour().slice(0, 50), options);
    expect(
      Math.max(...cues.flatMap((cue) => cue.lines.map((line) => line.length))),
    ).toBeLessThanOrEqual(32);
    expect(Math.max(...cues.map((cue) => cue.lines.length))).toBe(1);
  });

  test('set how long a cue may stay', () => {
    const cues = subtitle(halfAnHour().slice(0, 50), { max_duration: 3 });
    expect(Math.max(...cues.map(seconds))).toBeLessThanOrEqual(3);
  });

  test('allow three lines', () => {
    const line = 'This one sentence is a little longer than two lines can hold here.';
    const cues = subtitle(speak([line]), { max_chars_per_line: 28, max_lines: 3 });
    expect(cues.map((cue) => cue.lines.length)).toEqual([3]);
  });
});

describe('words without usable times', () => {
  const line = 'The text was edited by hand, so its words have no times of their own.';

  test('share the time of their segment', () => {
    const [segment] = speak([line]);
    if (!segment) throw new Error('No segment.');
    const cues = subtitle([{ ...segment, words: [] }]);
    expect(cues.map(text).join(' ')).toBe(line);
    expect(cues[0]?.startMs).toBe(segment.startMs);
  });

  test('give way to the text where the two differ', () => {
    const [segment] = speak(['Something else entirely.']);
    if (!segment) throw new Error('No segment.');
    expect(
      subtitle([{ ...segment, text: line }])
        .map(text)
        .join(' '),
    ).toBe(line);
  });
});
