/** A reader who is told that a file keeps a promise, or that a test shows it, finds that file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('the picture of the rooms has each folder once', () => {
  const picture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('```')[1] ?? '';
  const folders = (place: string) =>
    readdirSync(join(root, place), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const words = picture.match(/[a-z]+(?:-[a-z]+)*/g) ?? [];
  const rooms = [...folders('src/main'), ...folders('src'), 'native'];
  expect(rooms.filter((room) => words.filter((word) => word === room).length !== 1)).toEqual([]);
});
