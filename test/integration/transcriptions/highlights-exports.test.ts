/** Highlights and comments in exported files: in the text, or alone. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportInput } from '../../../src/shared/exports/export-options.ts';
import { storeTalk } from '../../helpers/corpus/talk-in-words.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { readDocx } from '../../helpers/harness/docx.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';

const SAID = [
  { text: 'Um, we met Anna today.', startMs: 0 },
  { text: 'She was late again.', startMs: 4000, speaker: 'Speaker 2' },
  { text: 'That is all.', startMs: 8000, speaker: 'Speaker 1' },
];
const COMMENT = '=cmd|calc!A1 <script>alert(1)</script>\n\n- [x] "שלום" 👩‍👩‍👧 | `a`';

let dataDir: string;
let app: QuietApp;
let talk: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  talk = await storeTalk(dataDir, SAID);
  app = await openQuietApp({ dataDir });
  const mark = (body: object) => app.ask('POST', `/v1/transcriptions/${talk}/highlights`, body);
  await mark({ start: 0.8, end: 1.6, comment: COMMENT });
  // From one paragraph into the next, over the end of the one before it.
  await mark({ start: 1.2, end: 4.8, color: 'green', comment: 'Two' });
  await mark({ start: 8, end: 8.4, color: 'blue' });
  await mark({ start: 20, end: 21, quote: 'What was said', color: 'pink', comment: 'Left' });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

const exported = async (format: ExportInput['format'], highlights: string, more = '') => {
  const query = `format=${format}&highlights=${highlights}${more}`;
  const answer = await app.send('GET', `/v1/transcriptions/${talk}/export?${query}`);
  expect(answer.status).toBe(200);
  return answer;
};
const textOf = async (format: ExportInput['format'], highlights: string, more = '') =>
  (await exported(format, highlights, more)).text();
const docx = async (highlights: string) =>
  readDocx(new Uint8Array(await (await exported('docx', highlights)).arrayBuffer()));

test.each(['md', 'html', 'csv', 'json', 'docx'] as const)(
  'a %s file is without them unless they are asked for',
  async (format) => {
    const plain = await app.send('GET', `/v1/transcriptions/${talk}/export?format=${format}`);
    const file = await plain.text();
    expect(file).not.toContain('Left');
    expect(file).not.toMatch(/hl_|<mark |==\w/);
  },
);

test('Markdown has marks in the text and comments as footnotes', async () => {
  const file = await textOf('md', 'include');
  expect(file).toContain('Um, we ==met Anna[^1] today.==');
  expect(file).toContain('==She was==[^2] late again.');
  expect(file).toContain('==That== is all.');
  expect(file).toContain(
    '[^1]: ★ \\=cmd\\|calc!A1 \\<script\\>alert(1)\\</script\\>\n\n    \\- \\[x\\] "שלום" 👩‍👩‍👧 \\| \\`a\\`',
  );
  expect(file).toContain('[^2]: ✓ Two');
  expect(file.split('## Highlights whose words are gone\n\n')[1]).toBe(
    '- [0:20] ! ==What was said==\\\n  Left\n',
  );
});

test('Markdown of them alone is a list', async () => {
  const answer = await exported('md', 'only');
  expect(answer.headers.get('content-disposition')).toContain('Talk.highlights.md');
  const [, list] = (await answer.text()).split('## Highlights and comments\n\n');
  expect(list).toContain('- [0:01] **Speaker 1** ✓ ==Anna today. She was==\\\n  Two\n');
  expect(list).toContain('- [0:08] **Speaker 1** ? ==That==\n');
});

test('marks stay on their words where fillers are left out', async () => {
  const file = await textOf('md', 'include', '&fillers=leave_out');
  expect(file).toContain('We ==met Anna[^1] today.==');
});

test('DOCX has them as highlighted words and comments of Word', async () => {
  const { xml, paragraphs, comments } = await docx('include');
  expect(paragraphs.map(({ text }) => text)).toContain('Speaker 1  0:00  Um, we met Anna today.');
  const [first = ''] =
    /<w:commentRangeStart w:id="0"\/>.*?<w:commentRangeEnd w:id="0"\/>/s.exec(xml) ?? [];
  expect([...first.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    'met ',
    'Anna',
  ]);
  expect(first).toContain('<w:highlight w:val="yellow"/>');
  expect(xml.match(/<w:commentReference w:id="\d+"\/>/g)).toEqual(
    ['0', '1', '3'].map((id) => `<w:commentReference w:id="${id}"/>`),
  );
  expect(comments.map(({ id, lines }) => [id, lines])).toEqual([
    ['0', ['★ =cmd|calc!A1 <script>alert(1)</script>', '', '- [x] "שלום" 👩‍👩‍👧 | `a`']],
    ['1', ['✓ Two']],
    ['3', ['! Left']],
  ]);
});

test('DOCX of them alone has each with its comment', async () => {
  const { paragraphs, comments } = await docx('only');
  expect(paragraphs.map(({ text }) => text).slice(2)).toEqual([
    'Highlights and comments',
    'Speaker 1  0:00  ★ met Anna',
    'Speaker 1  0:01  ✓ Anna today. She was',
    'Speaker 1  0:08  ? That',
    '0:20  ! What was said',
  ]);
  expect(comments).toHaveLength(3);
});

test('HTML has them in the text and in a list; nothing of them is markup', async () => {
  const file = await textOf('html', 'include');
  expect(file).toContain(
    'Um, we <mark class="yellow">met </mark><mark class="green">Anna</mark><sup><a href="#highlight-1">★1</a></sup>',
  );
  expect(file).toContain('<mark class="blue">That</mark><sup><a href="#highlight-3">?3</a></sup>');
  expect(file).toContain('<li id="highlight-1"');
  expect(file).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br><br>- [x] &quot;שלום&quot;');
  expect(file.match(/<script>/g)).toHaveLength(1);
  expect(await textOf('html', 'only')).not.toContain('late again');
});

test('CSV has a row for each, or a column; none is a formula', async () => {
  const rows = (await textOf('csv', 'only')).split('\r\n');
  expect(rows[0]).toBe('start,end,speaker,color,text,comment,quote');
  expect(rows[1]).toBe(
    '0.800,1.600,Speaker 1,yellow,met Anna,"\'=cmd|calc!A1 <script>alert(1)</script>\n\n- [x] ""שלום"" 👩‍👩‍👧 | `a`",met Anna',
  );
  expect(rows[4]).toBe('20.000,21.000,,pink,,Left,What was said');
  const included = await textOf('csv', 'include');
  expect(included).toContain('2,8.000,9.200,Speaker 1,That is all.,? That\r\n');
});

test('JSON has them as the API does', async () => {
  const { data } = (await app.ask('GET', `/v1/transcriptions/${talk}/highlights`)) as {
    data: unknown[];
  };
  const { highlights, ...rest } = JSON.parse(await textOf('json', 'include'));
  expect(highlights).toEqual(data);
  expect(rest).toEqual(JSON.parse(await textOf('json', 'leave_out')));
  expect(JSON.parse(await textOf('json', 'only'))).toEqual({ id: talk, highlights: data });
});

test('files that cannot have them are as they are', async () => {
  for (const format of ['txt', 'srt', 'vtt'] as const) {
    expect(await textOf(format, 'only')).toBe(await textOf(format, 'leave_out'));
  }
});
