/** Transcripts made to keep a parser busy: repeated, unclosed and nested, each of any size. */

type Shape = { name: string; make: (characters: number) => string };

const fill = (characters: number, piece: string, [head, tail]: readonly [string, string]): string =>
  head + piece.repeat(Math.max(1, Math.floor((characters - head.length) / piece.length))) + tail;
const lines = (characters: number, line: (at: number) => string, head = ''): string => {
  const made = [head];
  for (let [at, length] = [0, head.length]; length < characters; at++) {
    const next = line(at);
    made.push(next);
    length += next.length;
  }
  return made.join('');
};
const time = (ms: number, mark: string): string => {
  const at = new Date(ms).toISOString();
  return `${at.slice(11, 19)}${mark}${at.slice(20, 23)}`;
};
const times = (at: number, mark = '.', stepMs = 10): string =>
  `${time(at * stepMs, mark)} --> ${time((at + 1) * stepMs, mark)}`;

const SRT = ['00:00:00,000 --> 00:00:01,000\n', '\n'] as const;
const VTT = ['WEBVTT\n\n00:00.000 --> 00:01.000\n', '\n'] as const;
const JSON_TEXT = ['{"segments":[{"start":0,"end":1,"text":"', '"}]}'] as const;

const repeated = (format: string, around: readonly [string, string], pieces: readonly string[]) =>
  pieces.map(
    (piece): Shape => ({
      name: `${format}: ${JSON.stringify(piece.length > 24 ? `${piece.slice(0, 20)}…` : piece)} again and again`,
      make: (characters) => fill(characters, piece, around),
    }),
  );

/** Subtitles as people have them, of so many characters. */
export const honestSrt = (characters: number, stepMs = 10): string =>
  lines(
    characters,
    (at) =>
      `${at + 1}\n${times(at, ',', stepMs)}\nThe quick brown fox is not of the forest,\nand the others stay with it for now.\n\n`,
  );

export const HOSTILE_SHAPES: readonly Shape[] = [
  { name: 'SRT: honest', make: (characters) => honestSrt(characters) },
  ...repeated('SRT, one cue', SRT, [
    '<v.',
    '<v.a ',
    '<v A',
    '<v A>x ',
    '<',
    '</',
    '<a ',
    '{\\',
    '{\\an8}',
    ' ',
    '\n',
    '1\n',
    '.',
    '."',
    'Aa ',
    'Aa: ',
    '-->',
    '&amp;',
    '\u3042',
  ]),
  {
    name: 'SRT: times only',
    make: (characters) => lines(characters, (at) => `${times(at, ',')}\n`),
  },
  {
    name: 'SRT: wrong times',
    make: (characters) => `${SRT[0]}${'x --> y\n'.repeat(characters / 8)}`,
  },
  { name: 'SRT: digits', make: (characters) => fill(characters, '1', ['', ' --> 2']) },
  {
    name: 'SRT: a name for each',
    make: (characters) => lines(characters, (at) => `${times(at, ',')}\nN${at}: Yes.\n\n`),
  },
  ...repeated('WebVTT, one cue', VTT, [
    '<v.',
    '<v A>',
    '<v A>x',
    '</v>',
    '<i>',
    '<ruby><rt>',
    '<c.a',
    '<',
    '&',
    '&a',
    '&amp',
    '&#x41;',
    '&CounterClockwiseContourIntegra',
    'a\n',
    '\0',
    '<00:00:00.500>',
    '<lang ',
  ]),
  {
    name: 'WebVTT: no blank lines',
    make: (characters) => lines(characters, (at) => `${times(at)}\nYes.\n`, 'WEBVTT\n\n'),
  },
  {
    name: 'WebVTT: long lines, no blank ones',
    make: (characters) =>
      lines(characters, (at) => `${times(at)}\n${'Yes. '.repeat(290)}\n`, 'WEBVTT\n\n'),
  },
  {
    name: 'WebVTT: times only',
    make: (characters) => lines(characters, (at) => `${times(at)}\n`, 'WEBVTT\n\n'),
  },
  ...repeated(
    'WebVTT',
    ['WEBVTT\n', '\n\n00:00.000 --> 00:01.000\nYes.\n'],
    ['Language:', 'Language: x\n', '\n', 'NOTE\n', 'x --> y\n'],
  ),
  ...repeated(
    'WebVTT',
    ['WEBVTT\n\nNOTE\n', '\n\n00:00.000 --> 00:01.000\nYes.\n'],
    ['x\n', 'STYLE\n\n'],
  ),
  ...repeated('JSON, one text', JSON_TEXT, ['a', 'a ', '\\\\', '\\u0000', '\u3042']),
  ...repeated('JSON', ['{"a":', ''], ['[', '{"a":', '[{"a":', '"\\', '[],']),
  ...repeated(
    'JSON',
    ['{"segments":[', '{}]}'],
    [
      '{},',
      '[],',
      '0,',
      '"",',
      '{"start":0,"end":1,"text":"a"},',
      '{"start":0,"end":1,"text":""},',
      '{"start":0,"end":1,"text":"a","words":[{"start":0,"end":1,"text":"a"}]},',
      '{"__proto__":{}},',
    ],
  ),
  ...repeated(
    'JSON',
    ['{"segments":[{"start":0,"end":1,"text":"a","words":[', '{}]}]}'],
    ['{"start":0,"end":1,"text":"a"},', '{},'],
  ),
  {
    name: 'JSON: a name for each value',
    make: (characters) => `${lines(characters, (at) => `"k${at}":0,`, '{')}"segments":[]}`,
  },
  {
    name: 'JSON: a number for each value',
    make: (characters) => `${lines(characters, (at) => `"${at * 7919}":0,`, '{')}"segments":[]}`,
  },
];
