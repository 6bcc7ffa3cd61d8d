/** Programs that open a new data folder at the same moment: one has it, the others are told so, and nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const DATABASE = join(import.meta.dirname, '../../../src/main/repositories/sqlite-database.ts');
const PROGRAMS = 3;
const FOLDERS = 25;

/** Opens each folder until it has had it twice, and prints what it was refused with otherwise. */
const PROGRAM = `
  const [database, parent, folders] = process.argv.slice(1);
  const { openDatabase } = await import(database);
  const refusals = new Set();
  for (let folder = 0; folder < Number(folders); folder++) {
    for (let had = 0; had < 2; ) {
      try {
        await openDatabase(parent + '/' + folder).close();
        had++;
      } catch (error) {
        refusals.add(error.code ?? String(error));
      }
    }
  }
  console.log(JSON.stringify([...refusals]));
`;

test('each has it in turn', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'steno-together-'));
  try {
    const args = ['--input-type=module', '-e', PROGRAM, DATABASE, parent, String(FOLDERS)];
    const run = () => promisify(execFile)(process.execPath, args);
    const ended = await Promise.all(Array.from({ length: PROGRAMS }, run));
    const refusals = new Set(ended.flatMap(({ stdout }) => JSON.parse(stdout) as string[]));
    expect([...refusals].filter((code) => code !== 'already_running')).toEqual([]);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
