/** What Praat writes: the long, the short and the chronological form, intervals and points, UTF-8 and UTF-16. */
import { describe, expect, test } from 'vitest';
import { TranscriptFileError } from '../../../../src/shared/imports/given-transcript.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';

type Interval = readonly [from: number, to: number, text: string];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const HEAD = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n';
const short = (tiers: readonly (readonly [string, readonly Interval[]])[]) =>
  `${HEAD}0\n9\n<exists>\n${tiers.length}\n${tiers
    .map(
      ([name, intervals]) =>
        `"IntervalTier"\n${quoted(name)}\n0\n9\n${intervals.length}\n${intervals
          .map(([from, to, text]) => `${from}\n${to}\n${quoted(text)}\n`)
          .join('')}`,
    )
    .join('')}`;

const readWhole = (file: string | Uint8Array) =>
  readTranscript(typeof file === 'string' ? new TextEncoder().encode(file) : file);
const read = (file: string | Uint8Array) =>
  readWhole(file).segments.map((one) => [one.startMs, one.endMs, one.speaker, one.text]);
const fault = (file: string | Uint8Array): [string, string | null] => {
  try {
    readWhole(file);
  } catch (error) {
    if (error instanceof TranscriptFileError) return [error.code, error.place];
    throw error;
  }
  throw new Error('It was taken.');
};

const LONG = `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 2.3 
tiers? <exists> 
size = 2 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "Ana ""Ani""" 
        xmin = 0 
        xmax = 2.3 
        intervals: size = 2 
        intervals [1]:
            xmin = 0 
            xmax = 0.9995 
            text = "" 
        intervals [2]:
            xmin = 0.9995 
            xmax = 2.3 
            text = "Say ""ahoj"" 
twice ! 2 3" 
    item [2]:
        class = "TextTier" 
        name = "bell" 
        xmin = 0 
        xmax = 2.3 
        points: size = 1 
        points [1]:
            number = 0.5 
            mark = "ding" 
`;
const ANA = [[1000, 2300, 'Ana "Ani"', 'Say "ahoj" twice ! 2 3']];

test('the long form, with texts of several lines; points are named as left out', () => {
  expect(read(LONG)).toEqual(ANA);
  expect(read(LONG.replaceAll('\n', '\r\n'))).toEqual(ANA);
  expect(readWhole(LONG).leftOut).toEqual(['bell']);
});

test('UTF-16 with its mark, in both orders', () => {
  const little = Buffer.from(`\ufeff${LONG}`, 'utf16le');
  expect(read(little)).toEqual(ANA);
  expect(read(Buffer.from(little).swap16())).toEqual(ANA);
});

test('the short form with remarks, and tiers that overlap', () => {
  const file = short([
    [
      'Ana',
      [
        [0, 2.5, 'We met'],
        [2.5, 9, ''],
      ],
    ],
    [
      'Ben',
      [
        [0, 2, ''],
        [2, 3, 'Yes.'],
        [3, 9, ''],
      ],
    ],
  ]).replace('<exists>', '! a remark with a stray 7 and "quote\n<exists> ! 8');
  expect(read(file)).toEqual([
    [0, 2500, 'Ana', 'We met'],
    [2000, 3000, 'Ben', 'Yes.'],
  ]);
});

test('the chronological form', () => {
  const file = `"Praat chronological TextGrid text file"
0 9   ! Time domain.
3   ! Number of tiers.
"IntervalTier" "Ana" 0 9
"IntervalTier" "Ben" 0 9
"TextTier" "bell" 0 9
1 0 2.5
"We met"
2 2 3
"Yes."
3 2.5
"ding"
`;
  expect(read(file)).toEqual([
    [0, 2500, 'Ana', 'We met'],
    [2000, 3000, 'Ben', 'Yes.'],
  ]);
});

test('words give the times of what is said, whatever their tier is called', () => {
  const file = short([
    [
      'W',
      [
        [0, 1, 'we'],
        [1, 1.5, 'met'],
        [1.5, 2, ''],
      ],
    ],
    ['Ana', [[0, 2, 'We met.']]],
    [
      'Ana - phones',
      [
        [0, 0.5, 'W'],
        [0.5, 2, 'IY'],
      ],
    ],
  ]);
  expect(read(file)).toEqual([[0, 2000, 'Ana', 'We met.']]);
  expect(readWhole(file).segments[0]?.pieces[0]?.words).toMatchObject([
    { text: 'We', startMs: 0, endMs: 1000 },
    { text: 'met.', startMs: 1000, endMs: 1500 },
  ]);
  expect(readWhole(file).leftOut).toEqual(['Ana - phones']);
});

test('words alone, as aligners write them, become sentences', () => {
  const file = short([
    [
      'Ana - words',
      [
        [0, 1, 'we'],
        [1, 1.5, 'met'],
        [1.5, 6, ''],
        [6, 7, 'later'],
      ],
    ],
    ['Ana - phones', [[0, 1, 'W']]],
  ]);
  expect(read(file)).toEqual([
    [0, 1500, 'Ana', 'we met'],
    [6000, 7000, 'Ana', 'later'],
  ]);
});

test('two who say the same are two, and so are two with one name', () => {
  const twice: readonly Interval[] = [[0, 1, 'Yes.']];
  const file = short([
    ['Ana', twice],
    ['Ben', twice],
    ['Ben', twice],
    ['', twice],
  ]);
  expect(read(file).map(([, , speaker]) => speaker)).toEqual(['Ana', 'Ben', 'Ben (2)', 'Tier 4']);
});

describe('is refused with its place', () => {
  const yes: readonly Interval[] = [[0, 1, 'Yes.']];
  test.each<[string, string | Uint8Array, string, RegExp]>([
    [
      'a binary one',
      Buffer.from('ooBinaryFile\u0008TextGrid\0\0', 'latin1'),
      'unreadable',
      /^This TextGrid is binary.*Save it there as a text file/,
    ],
    ['one that is cut off', LONG.slice(0, 500), 'unreadable', /^Line \d+ of the transcript/],
    [
      'fewer intervals than it says',
      short([['A', yes]]).replace('\n1\n0\n1\n', '\n5\n0\n1\n'),
      'unreadable',
      /^Line \d+ .* has no number/,
    ],
    [
      'a text that does not end',
      short([['A', yes]]).replace('Yes."', 'Yes.'),
      'unreadable',
      /does not end\.$/,
    ],
    [
      'a tier of something else',
      short([['A', yes]]).replace('IntervalTier', 'Sound'),
      'unreadable',
      /none of intervals or points/,
    ],
    [
      'an interval without a length',
      short([['Ana', [[1, 1, 'Yes.']]]]),
      'times',
      /^Interval 1 of the tier “Ana” \(line \d+\) .* does not end after its start\.$/,
    ],
    [
      'one before the recording',
      short([['Ana', [[-1, 1, 'Yes.']]]]),
      'times',
      /has a time that no recording has/,
    ],
    [
      'points alone',
      LONG.replaceAll('IntervalTier', 'TextTier').replaceAll(/ {12}xmax = \S+ \n/g, ''),
      'empty',
      /none of what people say/,
    ],
    ['empty intervals alone', short([['Ana', [[0, 9, ' ']]]]), 'empty', /^$/],
    [
      'more tiers than people',
      short(Array.from({ length: 2_001 }, (_, at) => [`T${at}`, yes] as const)),
      'too_large',
      /more than 2,000 tiers/,
    ],
  ])('%s', (_what, file, code, place) => {
    const [found, message] = fault(file);
    expect(found).toBe(`transcript_${code}`);
    expect(message ?? '').toMatch(place);
  });
});
