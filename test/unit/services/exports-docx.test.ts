import { expect, test } from 'vitest';
import { writeDocx } from '../../../src/main/services/exports/docx-file.ts';
import { buildDocument } from '../../../src/shared/exports/export-document.ts';
import { finishedTranscription, type Said } from '../../helpers/corpus/finished-transcription.ts';
import { HOSTILE } from '../../helpers/corpus/texts-subtitled.ts';
import { readDocx } from '../../helpers/harness/docx.ts';

async function docxOf(lines: readonly Said[], numbers: 'none' | 'page' | 'continuous' = 'none') {
  const options = { speakers: 'auto', timestamps: 'auto', line_numbers: numbers } as const;
  return readDocx(await writeDocx(buildDocument(finishedTranscription(lines), options, true)));
}

test('chapters are headings, and who speaks when stands before each paragraph', async () => {
  const { paragraphs } = await docxOf([
    { speaker: 'Anna', text: 'Good morning.' },
    { speaker: 'Ben', text: 'Good evening.' },
  ]);
  expect(paragraphs.map(({ style, text }) => [style, text])).toEqual([
    ['Title', 'Talk'],
    [null, 'January 1, 2026 · 1:01:01 · English · Anna, Ben'],
    ['Heading1', 'Transcript'],
    ['Heading2', '0:00  Part 1'],
    [null, 'Anna  0:00  Good morning.'],
    ['Heading2', '1:00  Part 2'],
    [null, 'Ben  1:00  Good evening.'],
  ]);
});

test('what was said is text and never breaks the file', async () => {
  const { xml, paragraphs } = await docxOf(HOSTILE.map((text) => ({ speaker: 'Anna', text })));
  expect(paragraphs).toHaveLength(3 + 2 * HOSTILE.length);
  expect(paragraphs.map(({ text }) => text)).toContain(
    '0:00  <script>alert("x")</script> & <b>bold</b> &amp; &lt;'.replace('0:00', '2:00'),
  );
  // What XML 1.0 does not allow anywhere.
  expect(xml.replaceAll(/[\t\n\r\u0020-\ud7ff\ue000-\ufffd]|[\u{10000}-\u{10ffff}]/gu, '')).toBe(
    '',
  );
});

test('Hebrew and Arabic run from right to left, each paragraph by its own letters', async () => {
  const { paragraphs } = await docxOf([
    { speaker: 'Anna', text: 'שלום עולם' },
    { speaker: 'Ben', text: '123 مرحبا' },
    { speaker: 'Eve', text: 'Hello שלום' },
  ]);
  const directions = paragraphs.filter(({ text }) => /^(?:Anna|Ben|Eve) /.test(text));
  expect(directions.map(({ rtl }) => rtl)).toEqual([true, true, false]);
});

test.each([
  ['de', false, 'w:val="de-DE"'],
  ['ja', false, 'w:eastAsia="ja-JP"'],
  ['he', false, 'w:bidi="he-IL"'],
  ['he', true, 'w:val="en-US"'],
])(
  'Word checks the spelling in the language of the text: %s, translated: %s',
  async (language, translate, found) => {
    const said = finishedTranscription([{ speaker: 'Anna', text: 'Hm.' }]);
    const spoken = { ...said, language, options: { ...said.options, translate } };
    const options = { speakers: 'auto', timestamps: 'auto', line_numbers: 'none' } as const;
    const { styles } = readDocx(await writeDocx(buildDocument(spoken, options, true)));
    expect(/<w:docDefaults>.*<w:lang ([^>]*)\/>.*<\/w:docDefaults>/s.exec(styles)?.[1]).toBe(found);
  },
);

test('a name in the letters of the other direction stays before the time', async () => {
  const { paragraphs } = await docxOf([
    { speaker: 'Sarah', text: 'שלום' },
    { speaker: 'דוד', text: 'Hello.' },
    { speaker: 'דוד', text: 'שלום' },
  ]);
  const said = paragraphs.filter(({ style }) => style === null).map(({ text }) => text);
  expect(said.slice(1)).toEqual([
    'Sarah  \u200f0:00  שלום',
    'דוד  \u200e1:00  Hello.',
    'דוד  2:00  שלום',
  ]);
});

test.each([
  ['none', null],
  ['page', 'newPage'],
  ['continuous', 'continuous'],
] as const)('lines have numbers: %s', async (numbers, restart) => {
  const { xml } = await docxOf([{ speaker: 'Anna', text: 'Good morning.' }], numbers);
  const found = /<w:lnNumType w:countBy="1" w:restart="(\w+)"\/>/.exec(xml);
  expect(found?.[1] ?? null).toBe(restart);
});
