import { describe, expect, test } from 'vitest';
import {
  MAX_TRANSCRIPT_BYTES,
  TranscriptFileError,
} from '../../../../src/shared/imports/given-transcript.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';
import { writeSrt } from '../../../../src/shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../../src/shared/subtitles/write-vtt.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) =>
  readTranscript(bytes(text)).segments.map(({ startMs, endMs, speaker, text }) => [
    startMs,
    endMs,
    speaker,
    text,
  ]);
const fault = (file: Uint8Array): [string, string | null] => {
  try {
    readTranscript(file);
  } catch (error) {
    if (error instanceof TranscriptFileError) return [error.code, error.place];
    throw error;
  }
  throw new Error('It was taken.');
};
const cue = (times: string, text = 'Hello.') => `${times}\n${text}\n\n`;

describe('SRT', () => {
  test('joins the cues of a sentence, and keeps the time of each', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>We met</i>\r\nin {\\an8}the\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\ngarden.\r\n\r\n3\r\n00:00:04,000 --> 00:00:05,000\r\nThen 5 --> 6.\r\n';
    expect(read(srt)).toEqual([
      [1000, 4000, null, 'We met in the garden.'],
      [4000, 5000, null, 'Then 5 --> 6.'],
    ]);
    expect(readTranscript(bytes(srt)).segments[0]?.pieces).toMatchObject([
      { startMs: 1000, endMs: 2500, text: 'We met in the' },
      { startMs: 2500, endMs: 4000, text: 'garden.' },
    ]);
  });

  test('takes what programs write: no numbers, dots, a byte order mark, blank lines in the text', () => {
    expect(
      read('\ufeff0:0:1.5 --> 0:0:02,5\nOne.\n\nTwo.\n\n00:00:03,000 --> 00:00:04,000\nThree.'),
    ).toEqual([
      [1500, 2500, null, 'One. Two.'],
      [3000, 4000, null, 'Three.'],
    ]);
  });

  test('ends a cue at the next times, where blank lines are missing', () => {
    expect(
      read(
        '1\n00:01,000-->00:02,000\nOne.\n2\n00:00:03 --> 00:00:04 X1:40 X2:600\n2.\n3\n00:05,0 --> 00:06,0\nThree.',
      ),
    ).toEqual([
      [1000, 2000, null, 'One.'],
      [3000, 4000, null, '2.'],
      [5000, 6000, null, 'Three.'],
    ]);
  });

  test('keeps a number that is said, where cues have no numbers', () => {
    expect(read('00:01,000 --> 00:02,000\n3\n00:02,000 --> 00:03,000\n2')).toEqual([
      [1000, 3000, null, '3 2'],
    ]);
  });

  test('keeps what is said at the same time apart, and cuts what only rounding made overlap', () => {
    expect(
      read(
        '00:01,000 --> 00:04,000\nOne\n\n00:02,000 --> 00:03,000\n{\\an8}<font color="red">Two.</font>\n\n00:03,960 --> 00:05,000\nthree.',
      ),
    ).toEqual([
      [1000, 4000, null, 'One'],
      [2000, 3000, null, 'Two.'],
      [4000, 5000, null, 'three.'],
    ]);
  });

  test('takes what is shorter than the time that rounding is thought to change', () => {
    const short = '00:01,000 --> 00:02,000\nOne\n\n00:01,950 --> 00:02,000\ntwo\n';
    expect(read(short)).toEqual([
      [1000, 2000, null, 'One'],
      [1950, 2000, null, 'two'],
    ]);
  });

  test('takes voices as programs carry them over from WebVTT', () => {
    expect(read('00:01,000 --> 00:03,000\n<v.loud Ana>Hi.</v> <v Cem>a < b\n')).toEqual([
      [1000, expect.any(Number), 'Ana', 'Hi.'],
      [expect.any(Number), 3000, 'Cem', 'a < b'],
    ]);
  });

  test('reads names: all of a file whose first cue has one, else only those that come back', () => {
    const cue = (second: number, text: string) =>
      `00:00:0${second},000 --> 00:00:0${second},900\n${text}\n\n`;
    const named = cue(1, 'Zoë Marchetti: Hello.') + cue(2, 'And welcome.') + cue(3, 'Ben: Thanks.');
    expect(read(named).map(([, , speaker, text]) => [speaker, text])).toEqual([
      ['Zoë Marchetti', 'Hello.'],
      ['Zoë Marchetti', 'And welcome.'],
      ['Ben', 'Thanks.'],
    ]);
    const unnamed = cue(1, 'We begin.') + cue(2, 'Warning: It is loud.') + cue(3, 'At 10:30: tea.');
    expect(read(unnamed).every(([, , speaker]) => speaker === null)).toBe(true);
    const returning =
      cue(1, '(music)') + cue(2, 'ANNA: Yes.') + cue(3, 'ANNA: No.') + cue(4, 'Note: Maybe.');
    expect(read(returning).map(([, , speaker]) => speaker)).toEqual([null, 'ANNA', 'ANNA', 'ANNA']);
    const fullWidth =
      cue(1, '田中\uff1aこんにちは') + cue(2, 'Ana : はい') + cue(3, '鈴木 一郎\uff1a10:30です');
    expect(read(fullWidth).map(([, , speaker, text]) => [speaker, text])).toEqual([
      ['田中', 'こんにちは Ana : はい'],
      ['鈴木 一郎', '10:30です'],
    ]);
    const quoting = cue(1, '早上好') + cue(2, '他说\uff1a你好') + cue(3, '他说\uff1a再见');
    expect(read(quoting).every(([, , speaker]) => speaker === null)).toBe(true);
  });
});

describe('WebVTT', () => {
  const vtt = (...texts: string[]) =>
    `WEBVTT\n\n${texts.map((text, at) => `${at + 1}\n00:00:0${at}.000 --> 00:00:0${at}.900\n${text}\n`).join('\n')}`;
  const said = (text: string) => read(text).map(([, , speaker, words]) => [speaker, words]);

  test('reads names in its text, as programs of meetings write them, where nothing has a voice', () => {
    expect(said(vtt('Zoë Marchetti: Hello.', 'Ben: Thanks.'))).toEqual([
      ['Zoë Marchetti', 'Hello.'],
      ['Ben', 'Thanks.'],
    ]);
    expect(said(vtt('<v Ana>Note: It rains.</v>', 'Ben: Thanks.'))).toEqual([
      ['Ana', 'Note: It rains.'],
      ['Ana', 'Ben: Thanks.'],
    ]);
  });

  test('leaves out the marks by which some programs turn Hebrew and Arabic', () => {
    expect(said(vtt('\u202bשלום, David!\u202c', '\u2067نعم.\u2069'))).toEqual([
      [null, 'שלום, David!'],
      [null, 'نعم.'],
    ]);
  });
});

test("Steno's own subtitles come back as they were", () => {
  const cues = [
    {
      startMs: 0,
      endMs: 1200,
      lines: ['Anna watched the', 'quiet garden.'],
      speaker: 'Zoë',
      label: 'Zoë',
    },
    { startMs: 1200, endMs: 2400, lines: ['Ben did not.'], speaker: 'Ben', label: 'Ben' },
  ];
  const expected = [
    [0, 1200, 'Zoë', 'Anna watched the quiet garden.'],
    [1200, 2400, 'Ben', 'Ben did not.'],
  ];
  expect(read(writeVtt(cues))).toEqual(expected);
  expect(read(writeSrt(cues))).toEqual(expected);
});

test('JSON keeps segments, words, speakers and languages', () => {
  const word = (text: string, start: number, end: number) => ({
    text,
    start,
    end,
    confidence: 0.4,
  });
  const first = { start: 1, end: 2, text: 'Hello there.', speaker: 'Ana', language: 'en' };
  const segments = [
    { ...first, words: [word('Hello', 1, 1.4), word('there.', 1.4, 2)] },
    // Two talk at once, and the words do not lie within their segment.
    { start: 1.5, end: 3, text: 'Ja.', speaker: 'Ben', words: [word('Ja.', 9, 10)] },
  ];
  const given = readTranscript(bytes(JSON.stringify({ language: 'en', result: { segments } })));
  expect(given.segments[0]?.pieces[0]?.words).toEqual([
    { text: 'Hello', startMs: 1000, endMs: 1400, confidence: 1 },
    { text: 'there.', startMs: 1400, endMs: 2000, confidence: 1 },
  ]);
  expect(given.segments[1]).toMatchObject({
    startMs: 1500,
    speaker: 'Ben',
    pieces: [{ words: null }],
  });
  expect(readTranscript(bytes(JSON.stringify({ segments }))).segments).toEqual(given.segments);
});

test('UTF-16 with its mark is read in both orders', () => {
  const text = '00:00:01,000 --> 00:00:02,000\nZoë: 日本.\n';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const file of [little, big]) {
    expect(readTranscript(file).segments).toMatchObject([{ speaker: 'Zoë', text: '日本.' }]);
  }
});

describe('What is too much', () => {
  const at = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
  const cues = (count: number, text: string) =>
    Array.from({ length: count }, (_, n) => `${at(n)} --> ${at(n + 1)}\n${text}\n`).join('\n');

  test.each([
    ['one cue', cues(1, 'x'.repeat(10_001)), 'Line 1 of the transcript begins a text'],
    ['one cue, of tags', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<i>'.repeat(40_000)}`, 'Line 3 of'],
    [
      'one segment',
      `{"segments":[{"start":0,"end":1,"text":"${'x'.repeat(10_001)}"}]}`,
      'Segment 0 of',
    ],
    ['cues', cue('00:00,000 --> 00:00,001', 'x').repeat(200_001), 'more than 200,000 subtitles'],
    ['text', cues(1_001, 'x'.repeat(1_000)), 'more than a million characters'],
    [
      'names',
      cues(1_001, '').replaceAll(/> (.*)\n/g, '> $1\n<v $1>x\n'),
      'more than 1,000 speakers',
    ],
  ])('is refused with its place or number: %s', (_what, text, message) => {
    expect(fault(bytes(text))).toEqual(['transcript_too_large', expect.stringContaining(message)]);
  });

  // What is wrong with the first one would be found first.
  test.each([
    ['cues', cue('00:00,001 --> 00:00,000', 'x').repeat(200_001)],
    ['cues of WebVTT', `WEBVTT\n\n${cue('00:00.001 --> 00:00.000', 'x').repeat(200_001)}`],
    ['segments', `{"segments":[${'{},'.repeat(200_000)}{}]}`],
  ])('is counted before it is read: %s', (_what, text) => {
    expect(fault(bytes(text))).toEqual([
      'transcript_too_large',
      'The transcript has more than 200,000 subtitles or segments.',
    ]);
  });

  test('is not joined, nor kept as words of another text', () => {
    const long = cues(3, 'x'.repeat(9_000));
    expect(read(long).map(([, , , text]) => String(text).length)).toEqual([9_000, 9_000, 9_000]);
    const words = [{ start: 0, end: 1, text: 'x'.repeat(100_000) }];
    const json = JSON.stringify({ segments: [{ start: 0, end: 1, text: 'Yes.', words }] });
    expect(readTranscript(bytes(json)).segments[0]?.pieces[0]?.words).toBeNull();
  });

  test('JSON that nests deeply, or whose first segment is none, is no transcript', () => {
    for (const text of [
      '{"a":'.padEnd(5_000_000, '['),
      `{"segments":[${'{},'.repeat(100_000)}{}]}`,
    ]) {
      expect(fault(bytes(text))).toEqual(['transcript_unreadable', null]);
    }
    const nested = `{"result":{"segments":[{"start":0,"end":1,"text":"}]{\\"[","more":${'['.repeat(20)}${']'.repeat(20)}}]}}`;
    expect(read(nested)).toEqual([[0, 1000, null, '}]{"[']]);
  });
});

test('names are one line without control characters, and not longer than a name can be', () => {
  const speaker = `Ana\n\u001b\u0007${'y'.repeat(150)}`;
  const [segment] = readTranscript(
    bytes(JSON.stringify({ segments: [{ start: 0, end: 1, text: 'Hi.', speaker }] })),
  ).segments;
  expect(segment?.speaker).toBe(`Ana ${'y'.repeat(96)}`);
});

test.each<[string, Uint8Array, string]>([
  ['empty', bytes(''), 'empty'],
  ['white space', bytes(' \n\n'), 'empty'],
  ['without cues', bytes('WEBVTT\n\n'), 'empty'],
  ['cues without text', bytes(cue('00:01,000 --> 00:02,000', '<i></i>')), 'empty'],
  ['too large', new Uint8Array(MAX_TRANSCRIPT_BYTES + 1), 'too_large'],
  ['a text', bytes('Dear reader,\nthis is a letter.'), 'unreadable'],
  ['other JSON', bytes('{"segments":[{"text":"x"}]}'), 'unreadable'],
  ['cut JSON', bytes('{"segments":['), 'unreadable'],
  ['UTF-16 without its mark', Buffer.from(cue('00:01,000 --> 00:02,000'), 'utf16le'), 'unreadable'],
  ['Latin-1', Buffer.from(cue('00:01,000 --> 00:02,000', 'Zoë'), 'latin1'), 'encoding'],
])('refuses: %s', (_what, file, code) => {
  expect(fault(file)).toEqual([`transcript_${code}`, null]);
});

test.each([
  [
    'out of order',
    cue('00:02,000 --> 00:03,000') + cue('00:01,000 --> 00:04,000'),
    'Line 4 of the transcript begins before the one before it.',
  ],
  [
    'backwards',
    cue('00:03,000 --> 00:01,000'),
    'Line 1 of the transcript does not end after its start.',
  ],
  [
    'none',
    cue('00:01,000 --> soon'),
    'Line 1 of the transcript has wrong times: 00:01,000 --> soon',
  ],
  [
    'none, in VTT',
    'WEBVTT\n\n00:01.000 --> soon\nNo.\n',
    'Line 3 of the transcript has wrong times: 00:01.000 --> soon',
  ],
  [
    'a time before the recording, which is no text of the cue above',
    cue('00:00:01,000 --> 00:00:02,000') + cue('-00:00:03,000 --> 00:00:04,000'),
    'Line 4 of the transcript has wrong times: -00:00:03,000 --> 00:00:04,000',
  ],
  [
    '61 seconds',
    cue('00:61,000 --> 02:00,000'),
    'Line 1 of the transcript has wrong times: 00:61,000 --> 02:00,000',
  ],
])('refuses times that are %s', (_what, text, place) => {
  expect(fault(bytes(text))).toEqual(['transcript_times', place]);
});
