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

const EAF = [
  '<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="1000"/></TIME_ORDER><TIER TIER_ID="A">',
  '</TIER></ANNOTATION_DOCUMENT>',
] as const;
const ANNOTATION =
  '<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="x" TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"><ANNOTATION_VALUE>';
const ANNOTATION_END = '</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>';
const GRID = '"ooTextFile"\n"TextGrid"\n0 9 <exists> 1\n';
const GRID_TIER = '"IntervalTier" "A" 0 9 ';
const OTR = [
  '{"media":"","text":"<p><span class=\\"timestamp\\" data-timestamp=\\"1\\">0:01</span>',
  '</p>"}',
] as const;

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
  ...repeated('ELAN', EAF, [
    ...['<a>', '<', '&amp;', '&a;', '<!--', '<![CDATA[', '<?x ', 'x', '<a b="', '<TIER/>'],
    ...[`${ANNOTATION}Yes.${ANNOTATION_END}`, '<TIER TIER_ID="A" PARENT_REF="A"/>'],
  ]),
  {
    name: 'ELAN: one text',
    make: (characters) => fill(characters, 'Yes ', [EAF[0] + ANNOTATION, ANNOTATION_END + EAF[1]]),
  },
  {
    name: 'ELAN: a document type of entities',
    make: (characters) =>
      fill(characters, '<!ENTITY a "&b;&b;">', ['<!DOCTYPE x [', `]>${EAF[0]}${EAF[1]}`]),
  },
  {
    name: 'ELAN: a tier below each',
    make: (characters) =>
      lines(
        characters,
        (at) => `<TIER TIER_ID="${at + 1}" PARENT_REF="${at}"/>\n`,
        '<ANNOTATION_DOCUMENT>\n',
      ) + EAF[1].slice(7),
  },
  {
    name: 'ELAN: each refers to the one before',
    make: (characters) =>
      lines(
        characters,
        (at) =>
          `<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="${at + 1}" ANNOTATION_REF="${at === 0 ? 'x' : at}"><ANNOTATION_VALUE>a</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>\n`,
        `${EAF[0]}${ANNOTATION}a${ANNOTATION_END}`,
      ) + EAF[1],
  },
  {
    name: 'ELAN: slots without a time',
    make: (characters) =>
      `${lines(
        characters,
        (at) => `<TIME_SLOT TIME_SLOT_ID="${at}"/>\n`,
        '<ANNOTATION_DOCUMENT><TIME_ORDER>\n',
      )}</TIME_ORDER></ANNOTATION_DOCUMENT>`,
  },
  ...repeated('TextGrid', [GRID, ''], ['"', '""', '! ', '1 ', '<', '[', 'a', '\n', '1e1', '-']),
  ...repeated(
    'TextGrid, a tier',
    [`${GRID}${GRID_TIER}900000000 `, ''],
    [...['0 1 "a" ', '0 1 "" ', '0 1 ""', '1 0 "a" ', '0 1 "a b" ']],
  ),
  ...repeated(
    'TextGrid',
    [GRID.replace(' 1\n', ' 900000000\n'), ''],
    [...[`${GRID_TIER}1 0 1 "a" `, `${GRID_TIER}0 `]],
  ),
  ...repeated('oTranscribe', OTR, [
    ...['<p>', '</p><p>', '<', '<b>A:</b> ', '&amp;', '&', 'A: ', '\\n', '<span class=timestamp>'],
    ...['<span class=\\"timestamp\\" data-timestamp=\\"2\\"></span>x', '<span class=\\"'],
  ]),
  {
    name: 'JSON: a name for each value',
    make: (characters) => `${lines(characters, (at) => `"k${at}":0,`, '{')}"segments":[]}`,
  },
  {
    name: 'JSON: a number for each value',
    make: (characters) => `${lines(characters, (at) => `"${at * 7919}":0,`, '{')}"segments":[]}`,
  },
];
