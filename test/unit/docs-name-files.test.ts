/** A reader who is told that a file keeps a promise, or that a test shows it, finds that file. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each([
  ['SECURITY.md', 50],
  ['docs/failure-modes.md', 40],
  ['ARCHITECTURE.md', 40],
  ['docs/features.md', 80],
  ['CONTRIBUTING.md', 20],
])('every file that %s names is there', (page, atLeast) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|native|docs)\/[^`*]+|electron-builder\.yml)`/g)];
  const paths = named.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThanOrEqual(atLeast);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every fault has a number and a test', () => {
  const text = readFileSync(join(root, 'docs/failure-modes.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
  const numbers = rows.map((row) => Number(row.split('|')[1]));
  expect(numbers).toEqual(rows.map((_, index) => index + 1));
  expect(rows.filter((row) => !/`test\/[^`]+\.test\.ts`/.test(row))).toEqual([]);
});

test('every feature has a test of its own', () => {
  const text = readFileSync(join(root, 'docs/features.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line !== '| | |');
  const named = rows.map((row) => /`(test\/[^`]+\.test\.ts)` \|$/.exec(row)?.[1] ?? row);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(named.filter((path, index) => named.indexOf(path) < index)).toEqual([]);
  expect(
    named.filter((path) => !/\b(?:test|it)\b/.test(readFileSync(join(root, path), 'utf8'))),
  ).toEqual([]);
});
