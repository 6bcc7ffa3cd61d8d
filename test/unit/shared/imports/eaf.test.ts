/** What ELAN writes: tiers, time slots without a time, annotations that refer to others, and what is no speech. */
import { describe, expect, test } from 'vitest';
import { TranscriptFileError } from '../../../../src/shared/imports/given-transcript.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';

type Slots = readonly (number | null)[];
const document = (slots: Slots, tiers: string, { units = 'milliseconds', more = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2014-10-28T10:14:04+01:00" FORMAT="3.0" VERSION="3.0">
<HEADER MEDIA_FILE="" TIME_UNITS="${units}"><PROPERTY NAME="x">Not said</PROPERTY></HEADER>
<TIME_ORDER>${slots.map((ms, at) => `<TIME_SLOT TIME_SLOT_ID="ts${at}"${ms === null ? '' : ` TIME_VALUE="${ms}"`}/>`).join('')}</TIME_ORDER>
${tiers}${more}</ANNOTATION_DOCUMENT>`;
const tier = (id: string, annotations: string, attributes = '') =>
  `<TIER LINGUISTIC_TYPE_REF="x" TIER_ID="${id}" ${attributes}>${annotations}</TIER>`;
const said = (id: string, from: number, to: number, text: string) =>
  `<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="${id}" TIME_SLOT_REF1="ts${from}" TIME_SLOT_REF2="ts${to}"><ANNOTATION_VALUE>${text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>`;
const about = (id: string, of: string, text: string) =>
  `<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="${id}" ANNOTATION_REF="${of}"><ANNOTATION_VALUE>${text}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>`;

const readWhole = (xml: string) => readTranscript(new TextEncoder().encode(xml));
const read = (xml: string) =>
  readWhole(xml).segments.map((one) => [one.startMs, one.endMs, one.speaker, one.text]);
const fault = (xml: string): [string, string | null] => {
  try {
    readWhole(xml);
  } catch (error) {
    if (error instanceof TranscriptFileError) return [error.code, error.place];
    throw error;
  }
  throw new Error('It was taken.');
};

test('tiers are speakers, and those that overlap talk at once', () => {
  const xml = document(
    [0, 1000, 1500, 2000],
    tier('A', said('a1', 0, 2, 'Caf&#233; &amp; <![CDATA[<tea>]]>.'), 'PARTICIPANT="Ana"') +
      tier('B', said('a2', 1, 3, ' Yes.\n')),
  );
  expect(read(xml)).toEqual([
    [0, 1500, 'Ana', 'Café & <tea>.'],
    [1000, 2000, 'B', 'Yes.'],
  ]);
});

test('a person with two tiers gives neither of them a name', () => {
  const xml = document(
    [0, 1000],
    tier('speech', said('a1', 0, 1, 'Yes.'), 'PARTICIPANT="Ana"') +
      tier('hands', said('a2', 0, 1, 'waves'), 'PARTICIPANT="Ana"'),
  );
  expect(read(xml).map(([, , speaker]) => speaker)).toEqual(['speech', 'hands']);
});

test('times that are missing lie between those that are there', () => {
  const words = said('w1', 0, 1, 'We') + said('w2', 1, 2, 'met') + said('w3', 2, 3, 'there.');
  const xml = document(
    [1000, null, null, 4000],
    tier('A', said('a1', 0, 3, 'We met there.')) + tier('A-words', words, 'PARENT_REF="A"'),
  );
  expect(read(xml)).toEqual([[1000, 4000, 'A', 'We met there.']]);
  expect(readWhole(xml).segments[0]?.pieces[0]?.words).toMatchObject([
    { text: 'We', startMs: 1000, endMs: 2000 },
    { text: 'met', startMs: 2000, endMs: 3000 },
    { text: 'there.', startMs: 3000, endMs: 4000 },
  ]);
  expect(readWhole(xml).leftOut).toEqual([]);
});

test('a text that refers to a number has its time, and shares it where there are several', () => {
  const xml = document(
    [0, 900],
    tier('ref@KK', said('a1', 0, 1, 'KK_001')) +
      tier(
        'tx@KK',
        about('b1', 'a1', 'dün akşam') + about('b2', 'a1', 'geldim'),
        'PARENT_REF="ref@KK"',
      ) +
      tier('ft@KK', about('c1', 'a1', 'I came last night'), 'PARENT_REF="ref@KK"'),
  );
  expect(read(xml)).toEqual([
    [0, 450, 'ref@KK', 'dün akşam'],
    [450, 900, 'ref@KK', 'geldim'],
  ]);
  expect(readWhole(xml).leftOut).toEqual(['ref@KK', 'ft@KK']);
});

test('tiers without a text are nobody, and translations are named as left out', () => {
  const xml = document(
    [0, 500, 900],
    tier('empty', '') +
      tier('blank', said('a0', 0, 1, ' ')) +
      tier('default', said('a1', 0, 1, 'Evet.')) +
      tier('english', about('b1', 'a1', 'Yes.'), 'PARENT_REF="default"'),
  );
  expect(read(xml)).toEqual([[0, 500, null, 'Evet.']]);
  expect(readWhole(xml).leftOut).toEqual(['english']);
});

test('languages are those that the file defines', () => {
  const more =
    '<LANGUAGE LANG_ID="tur" LANG_LABEL="Turkish (tur)"/><LANGUAGE LANG_ID="xx1" LANG_LABEL="?"/>';
  const xml = document(
    [0, 500, 900],
    tier('A', said('a1', 0, 1, 'Evet.'), 'LANG_REF="tur"') +
      tier('B', said('a2', 1, 2, 'Yes.'), 'LANG_REF="xx1"'),
    { more },
  );
  expect(readWhole(xml).segments.map(({ language }) => language)).toEqual(['tr', null]);
  expect(readWhole(xml).language).toBe('tr');
});

test('frames are read as times', () => {
  expect(
    read(document([25, 50], tier('A', said('a1', 0, 1, 'Yes.')), { units: 'PAL-frames' })),
  ).toEqual([[1000, 2000, 'A', 'Yes.']]);
});

test('an alignment that refers in a circle is read all the same', () => {
  const xml = document(
    [0, 1000],
    tier('A', said('a1', 0, 1, 'Yes.'), 'PARENT_REF="B"') + tier('B', '', 'PARENT_REF="A"'),
  );
  expect(read(xml)).toEqual([[0, 1000, 'A', 'Yes.']]);
});

describe('is refused with its place', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const one = document([0, 1000], tier('A', said('a1', 0, 1, 'Yes.')));
  const declared = '<?xml version="1.0" encoding="UTF-8"?>';
  test.each<[string, string, string, RegExp]>([
    [
      'a bomb of entities',
      one.replace(declared, `${declared}${bomb}`),
      'unreadable',
      /^Line 1 .* declares a document type/,
    ],
    [
      'a file of this machine',
      one.replace(declared, `${declared}<!DOCTYPE x SYSTEM "file:///etc/passwd">`),
      ...(['unreadable', /declares a document type/] as const),
    ],
    [
      'an entity that nothing declares',
      one.replace('Yes.', '&b;'),
      'unreadable',
      /^Line \d+ .* not well-formed XML\.$/,
    ],
    ['one that is cut off', one.slice(0, -30), 'unreadable', /not well-formed/],
    ['deep nesting', one.replace('Yes.', '<a>'.repeat(1000)), 'unreadable', /nests too deeply/],
    ['a control character', one.replace('Yes.', '\u0001'), 'unreadable', /not well-formed/],
    [
      'an end before its start',
      document([2000, 1000], tier('A', said('a1', 0, 1, 'Yes.'))),
      ...([
        'times',
        /^Annotation a1 of the tier “A” \(line \d+\) .* does not end after its start\.$/,
      ] as const),
    ],
    [
      'a slot that is not there',
      document([0], tier('A', said('a1', 0, 9, 'Yes.'))),
      ...(['times', /^Annotation a1 .* has no times\.$/] as const),
    ],
    [
      'what refers to nothing',
      document([0], tier('A', about('b1', 'a9', 'Yes.'))),
      ...(['times', /refers to a9, which is not above it/] as const),
    ],
    ['a time that is none', one.replace('"1000"', '"-5"'), 'times', /wrong time: -5/],
    ['nothing that is said', document([], ''), 'empty', /^$/],
  ])('%s', (_what, xml, code, place) => {
    const [found, message] = fault(xml);
    expect(found).toBe(`transcript_${code}`);
    expect(message ?? '').toMatch(place);
  });
});
