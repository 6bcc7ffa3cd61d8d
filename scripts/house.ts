/**
 * `npm run house`: measures how large the program is and how much of it a job passes through. Prints without judging.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { root } from './checks.ts';
import { circlesIn, filesBelow, importGraph, longFunctions, read } from './source-files.ts';

const LONG_FUNCTION = 60;
const LARGE_FOLDER = 15;
const FILES_OF_A_JOB = 'scripts/files-of-a-job.ts';
/** Code that only wires other parts together. */
const WIRING = [
  ...['app', 'computing', 'core', 'jobs'],
  'services/transcriptions/transcriptions',
].map((name) => `src/main/${name}.ts`);

const graph = importGraph(filesBelow('src'));
const places = { 'src/main': '', 'src/renderer': '', 'src/shared': '', test: '', scripts: '' };
for (const place of Object.keys(places)) {
  const lines = filesBelow(place).map((file) => linesOf(file));
  const sorted = lines.toSorted((a, b) => a - b);
  const sum = lines.reduce((all, count) => all + count, 0);
  const median = sorted[sorted.length >> 1] ?? 0;
  print(place, `${lines.length} files, ${sum} lines, median ${median}, longest ${sorted.at(-1)}`);
}
print('wiring', `${WIRING.reduce((all, file) => all + linesOf(file), 0)} lines`);
print('circles', `${circlesIn(graph).length} of imports in src, types included`);
print('one importer', `${withOneImporter().length} files of src/main`);
print('stores', `${filesBelow('src/renderer/src/stores').length} files`);
print('large folders', `${largeFolders().length} of src with more than ${LARGE_FOLDER} files`);
for (const [folder, count] of largeFolders()) print('', `${count} files in ${folder}`);
const long = filesBelow('src').flatMap((file) => longFunctions(file, LONG_FUNCTION));
const own = long.toSorted((a, b) => b.lines - a.lines);
print('long functions', `${own.length} with more than ${LONG_FUNCTION} lines of their own`);
for (const { file, name, lines } of own.slice(0, 10)) print('', `${lines} ${name} in ${file}`);
print('a job passes', `${filesOfAJob()} files of src/main and src/shared`);

function linesOf(file: string): number {
  return read(file).split('\n').length - 1;
}

function withOneImporter(): string[] {
  const importers = [...graph.values()].flatMap((targets) => [...targets]);
  const counts = Map.groupBy(importers, (path) => path);
  return filesBelow('src/main').filter((file) => counts.get(file)?.length === 1);
}

/** Folders of more files than a person takes in at a glance. */
function largeFolders(): [string, number][] {
  const counts = Map.groupBy(filesBelow('src'), dirname);
  return [...counts]
    .map(([folder, files]): [string, number] => [folder, files.length])
    .filter(([, count]) => count > LARGE_FOLDER)
    .toSorted(([, a], [, b]) => b - a);
}

/** What a job passes through, told by a process of its own: its libraries write to the terminal as they like. */
function filesOfAJob(): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, FILES_OF_A_JOB)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${FILES_OF_A_JOB} failed:\n${stderr}`);
  return Number(stdout);
}

function print(what: string, text: string): void {
  console.log(`${what.padEnd(16)}${text}`);
}
