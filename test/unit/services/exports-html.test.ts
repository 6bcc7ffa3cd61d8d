import { expect, test } from 'vitest';
import { writePage } from '../../../src/main/services/exports/html-page.ts';
import type { ExportDocument } from '../../../src/shared/exports/export-document.ts';

const HOSTILE = `</title><script>alert(1)</script><img src=x onerror=alert(1)> " ' & \u0000`;
const document: ExportDocument = {
  title: HOSTILE,
  language: null,
  incomplete: null,
  facts: [HOSTILE],
  summary: HOSTILE,
  lineNumbers: 'none',
  highlights: [{ start: 1, time: '0:01', text: HOSTILE }],
  sections: [0, 1].map((start) => ({
    start,
    time: `0:0${start}`,
    title: HOSTILE,
    passages: [{ start, time: `0:0${start}`, speaker: HOSTILE, text: HOSTILE, marks: [] }],
  })),
  marked: [],
};
const page = (language: string | null, media: Parameters<typeof writePage>[1]['media'] = null) =>
  writePage({ ...document, language }, { media });

test('what was said, and what people are called, is text and nothing else', () => {
  const html = page('"><script>');
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
  expect(html).not.toContain('\u0000');
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt; &quot; &#39; &amp;/g)?.length).toBe(13);
});

test('a page that holds a recording holds it as it is', () => {
  const base64 = Buffer.from('sound').toString('base64');
  expect(page('en', { type: 'audio/mpeg', base64 })).toContain(
    `<audio controls preload="metadata" src="data:audio/mpeg;base64,${base64}"></audio>`,
  );
  expect(page('en', { type: 'video/mp4', base64 })).toContain('<video controls preload');
});

test('chapters are listed where there are several, and times only where there are to be any', () => {
  expect(page('en')).toContain('<a href="#chapter-1"');
  const untimed = writePage(
    {
      ...document,
      highlights: [],
      sections: document.sections.slice(0, 1).map((section) => ({
        ...section,
        time: null,
        title: '',
        passages: section.passages.map((passage) => ({ ...passage, time: null })),
      })),
    },
    { media: null },
  );
  expect(untimed).not.toContain('<nav');
  expect(untimed).not.toContain('0:00');
  expect(untimed).toContain('data-at="0"');
});
