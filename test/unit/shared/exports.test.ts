import { describe, expect, test } from 'vitest';
import { ExportOptions } from '../../../src/shared/exports/export-options.ts';
import { writeExport } from '../../../src/shared/exports/write-export.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { finishedTranscription } from '../../helpers/corpus/finished-transcription.ts';
import { HOSTILE } from '../../helpers/corpus/texts-subtitled.ts';

const ANNA = { speaker: 'Anna', text: 'Good morning.' };
const BEN = { speaker: 'Ben', text: 'Good evening.' };

type Given = Parameters<typeof ExportOptions.parse>[0];
const toText = (transcription: Transcription, options: Given = {}) =>
  writeExport(transcription, 'txt', ExportOptions.parse(options));
const toMarkdown = (transcription: Transcription, options: Given = {}) =>
  writeExport(transcription, 'md', ExportOptions.parse(options));
const toCsv = (transcription: Transcription) =>
  writeExport(transcription, 'csv', ExportOptions.parse({}));

describe('as text', () => {
  test('one person’s words stand alone, a line between paragraphs', () => {
    expect(toText(finishedTranscription([ANNA, { ...BEN, speaker: 'Anna' }]))).toBe(
      'Good morning.\n\nGood evening.\n',
    );
  });

  test('people are named where there are several', () => {
    expect(toText(finishedTranscription([ANNA, BEN]))).toBe(
      'Anna: Good morning.\n\nBen: Good evening.\n',
    );
  });

  test('times and names come and go as asked', () => {
    const talk = finishedTranscription([ANNA, BEN]);
    expect(toText(talk, { timestamps: 'always', speakers: 'never' })).toBe(
      '[0:00] Good morning.\n\n[1:00] Good evening.\n',
    );
    expect(toText(finishedTranscription([ANNA]), { speakers: 'always' })).toBe(
      'Anna: Good morning.\n',
    );
  });

  test('without structure, who speaks and each minute begin a paragraph', () => {
    const short = { ...ANNA, text: 'Hello.' };
    expect(toText(finishedTranscription([short, ANNA, BEN], { structure: false }))).toBe(
      'Anna: Hello.\n\nAnna: Good morning.\n\nBen: Good evening.\n',
    );
  });
});

describe('as Markdown', () => {
  test('it has a title, the facts, chapters, times and speakers', () => {
    expect(toMarkdown(finishedTranscription([ANNA, BEN]))).toBe(
      [
        '# Talk',
        'January 1, 2026 · 1:01:01 · English · Anna, Ben',
        '## Transcript',
        '### [0:00] Part 1',
        '**Anna** [0:00] Good morning.',
        '### [1:00] Part 2',
        '**Ben** [1:00] Good evening.\n',
      ].join('\n\n'),
    );
  });

  test('times can be left out', () => {
    const markdown = toMarkdown(finishedTranscription([ANNA, BEN]), { timestamps: 'never' });
    expect(markdown).toContain('### Part 1\n\n**Anna** Good morning.');
  });

  test('what was said never becomes markup', () => {
    const text = '# <script>alert(1)</script> [a](http://b) *x* _y_ `z` | ~ &amp;';
    const title = '**My** <b>talk</b>';
    const markdown = toMarkdown(finishedTranscription([{ speaker: '<i>', text }], { title }));
    const unescaped = markdown.replaceAll(/\\[\\`*_[\]<>#|~&]/g, '');
    expect(unescaped).not.toMatch(/[<>`|~&]|\]\(|\*[xM]/);
    expect(markdown).toContain('\\<script\\>alert(1)\\</script\\>');
  });

  test.each([
    ['- no list', '\\- no list'],
    ['1. no list', '1\\. no list'],
    ['=== no heading', '\\=== no heading'],
    ['1.5 is a number', '1.5 is a number'],
  ])('“%s” stays text', (text, written) => {
    const options: Given = { timestamps: 'never', speakers: 'never' };
    expect(toMarkdown(finishedTranscription([{ ...ANNA, text }]), options)).toContain(
      `\n\n${written}\n`,
    );
  });

  test('without structure it is the title and the text', () => {
    expect(toMarkdown(finishedTranscription([ANNA], { structure: false }))).toBe(
      '# Talk\n\nJanuary 1, 2026 · 1:01:01 · English\n\n[0:00] Good morning.\n',
    );
  });
});

describe('as CSV', () => {
  const rows = (csv: string) => csv.replace(/^\ufeff/, '').split('\r\n');

  test('each segment is a row with its times in seconds', () => {
    expect(toCsv(finishedTranscription([ANNA, { ...BEN, text: 'He said "well, well".' }]))).toBe(
      '\ufeffid,start,end,speaker,text\r\n' +
        '0,0.000,30.000,Anna,Good morning.\r\n' +
        '1,60.000,90.000,Ben,"He said ""well, well""."\r\n',
    );
  });

  test.each(['=HYPERLINK("http://a")', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1', ' =1'])(
    '%j is no formula',
    (text) => {
      const [, row = ''] = rows(toCsv(finishedTranscription([{ speaker: text, text }])));
      const cells = row.split(/,(?=["'])/).slice(1);
      expect(cells).toHaveLength(2);
      for (const cell of cells) expect(cell).toMatch(/^"?'/);
    },
  );

  test('whatever was said, a segment is one row', () => {
    const said = HOSTILE.map((text) => ({ speaker: 'Anna', text }));
    expect(rows(toCsv(finishedTranscription(said)))).toHaveLength(said.length + 2);
  });
});

test('what is not finished has no text', () => {
  const unfinished = { ...finishedTranscription([ANNA]), result: null };
  expect(toText(unfinished)).toBe('');
  expect(toMarkdown(unfinished)).toBe('# Talk\n\nJanuary 1, 2026 · 1:01:01 · English\n');
  expect(toCsv(unfinished)).toBe('\ufeffid,start,end,speaker,text\r\n');
});
