import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AutomaticExport,
  exportDate,
  exportStem,
} from '../../../src/shared/exports/automatic-export.ts';
import { parseWorded } from '../../../src/shared/validation-messages.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';

const facts = { date: '2026-11-23', title: 'Garden talk', language: 'de', id: 'trs_abc' };
const wanted = { formats: ['txt'], folder: '/texts' };

test.each([
  ['{date} {title}.{ext}', '2026-11-23 Garden talk'],
  ['{title} ({language}, {id}).{ext}', 'Garden talk (de, trs_abc)'],
  ['{title} {title}.{ext}', 'Garden talk Garden talk'],
  ['...{title}.{language}.{ext}', 'Garden talk.de'],
])('%s names the file %s', (pattern, stem) => {
  expect(exportStem(pattern, facts)).toBe(stem);
});

test('a title is never a path, a device or a hidden file, and may be empty', () => {
  const named = (title: string) => exportStem('{title}.{ext}', { ...facts, title });
  expect(named('../../etc/passwd')).toBe('etc passwd');
  expect(named('C:\\con')).toBe('C con');
  expect(named('nul')).toBe('_nul');
  expect(named('')).toBe('transcript');
  expect(exportStem('{title}.{language}.{ext}', { ...facts, language: null })).toBe(
    'Garden talk.und',
  );
});

test('a long title is cut, and what stands behind it stays', () => {
  const stem = exportStem('{date} {title} {id}.{ext}', { ...facts, title: '日'.repeat(300) });
  expect(stem).toMatch(/^2026-11-23 日+ trs_abc$/);
  expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(180);
});

test('whatever title and pattern, the name is one that every file system takes', () => {
  const text = anyText({ maxLength: 400 });
  const pattern = anyText({ maxLength: 80 });
  fc.assert(
    fc.property(text, pattern, text, (title, around, language) => {
      const stem = exportStem(`${around}{title}.{ext}`, { ...facts, title, language });
      expect(stem).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|[. ]$|^$/u);
      expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(180);
      expect(stem.isWellFormed()).toBe(true);
    }),
  );
});

test.each([
  ['{title}', 'name must end with .{ext}'],
  ['{title}.{ext}.mp3', 'name must end with .{ext}'],
  ['../{title}.{ext}', 'name must have no folders'],
  ['a\\{title}.{ext}', 'name must have no folders'],
  ['{titel}.{ext}', 'name must not have {titel}'],
  ['{ext}{title}.{ext}', 'name must not have {ext}'],
  ['{date}.{ext}', 'name must have {title} or {id}'],
])('the pattern %s is refused with what to do', (name, sentence) => {
  expect(parseWorded(AutomaticExport, { ...wanted, name }).problem?.message).toContain(sentence);
});

test('a folder is needed unless files go beside their recording, and formats count once', () => {
  const parse = (given: object) => AutomaticExport.safeParse({ ...wanted, ...given });
  expect(parse({ folder: null }).error?.issues[0]?.message).toContain('must be given');
  expect(parse({ folder: null, beside_recording: true }).success).toBe(true);
  expect(parse({ formats: [] }).success).toBe(false);
  expect(parse({ formats: ['srt', 'txt', 'srt'] }).error?.issues[0]?.message).toContain('once');
});

test('the date is the day where Steno runs', () => {
  expect(exportDate(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
});
