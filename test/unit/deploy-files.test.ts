/** What the files in deploy/ and their manual name is there: programs, files and variables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const named = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, name = '']) => name);

test('the unit starts a file of the project, and an image is built from such', () => {
  const started = named('deploy/steno.service', /^ExecStart=\S+ \/opt\/steno\/(\S+) serve$/gm);
  const built = named('deploy/Dockerfile', /((?:scripts|src)\/[\w/.-]+)/g);
  const copied = named('deploy/Dockerfile', /^COPY (native|scripts) /gm);
  expect(started).toHaveLength(1);
  expect(copied).toHaveLength(2);
  expect(built.length).toBeGreaterThan(2);
  expect([...started, ...built, ...copied].filter((file) => !existsSync(join(root, file)))).toEqual(
    [],
  );
});

test('every variable is one that Steno knows', () => {
  const known = new Set(named('docs/command-line.md', /`(STENO_\w+)`/g));
  const pages = ['running', 'many-machines', 'postgresql'].map((name) => `docs/${name}.md`);
  const files = [...readdirSync(join(root, 'deploy')).map((name) => `deploy/${name}`), ...pages];
  const used = files.flatMap((file) => named(file, /\b(STENO_[A-Z_]+)\b/g));
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
