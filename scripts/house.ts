/**
 * `npm run house`: measures how large the program is and how much of it a job passes through. Prints without judging.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './checks.ts';
import { filesBelow, longFunctions, read } from './source-files.ts';

const LONG_FUNCTION = 60;
/** Code that only wires other parts together. */
const WIRING = [
  ...['app', 'computing', 'core', 'jobs'],
  'services/transcriptions/transcriptions',
].map((name) => `src/main/${name}.ts`);

const places = { 'src/main': '', 'src/renderer': '', 'src/shared': '', test: '', scripts: '' };
for (const place of Object.keys(places)) {
  const lines = filesBelow(place).map((file) => linesOf(file));
  const sorted = lines.toSorted((a, b) => a - b);
  const sum = lines.reduce((all, count) => all + count, 0);
  const median = sorted[sorted.length >> 1] ?? 0;
  print(place, `${lines.length} files, ${sum} lines, median ${median}, longest ${sorted.at(-1)}`);
}
print('wiring', `${WIRING.reduce((all, file) => all + linesOf(file), 0)} lines`);
print('one importer', `${withOneImporter().length} files of src/main`);
const long = filesBelow('src').flatMap((file) => longFunctions(file, LONG_FUNCTION));
const own = long.toSorted((a, b) => b.lines - a.lines);
print('long functions', `${own.length} with more than ${LONG_FUNCTION} lines of their own`);
for (const { file, name, lines } of own.slice(0, 10)) print('', `${lines} ${name} in ${file}`);
print('a job passes', `${(await filesOfAJob()).length} files of src/main and src/shared`);

function linesOf(file: string): number {
  return read(file).split('\n').length - 1;
}

function withOneImporter(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of filesBelow('src')) {
    for (const [, target = ''] of read(file).matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)) {
      const path = join(file, '..', target);
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  }
  return filesBelow('src/main').filter((file) => importers.get(file)?.size === 1);
}

/** The files that run between a request for a transcription and the end of its webhook. */
async function filesOfAJob(): Promise<string[]> {
  const { startTestApp } = await import('../test/helpers/harness/app.ts');
  const app = await startTestApp();
  const session = new Session();
  session.connect();
  try {
    const { url } = await app.keyClient.getSink();
    const file = new Blob([readFileSync(join(root, 'resources', 'samples', 'sample.mp3'))]);
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await session.post('Profiler.takePreciseCoverage');
    const upload = await app.keyClient.uploadFile(file, 'sample.mp3');
    await app.keyClient.createTranscription({ url: upload.url, webhook_url: url });
    while ((await app.keyClient.getSink()).deliveries.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url: script }) => /\/src\/(main|shared)\//.test(script))
      .filter(({ functions }) =>
        functions.some(
          ({ functionName, ranges }) =>
            functionName !== '' && ranges.some(({ count }) => count > 0),
        ),
      )
      .map(({ url: script }) => relative(root, fileURLToPath(script)))
      .filter((script) => script !== 'src/shared/client.ts');
  } finally {
    session.disconnect();
    await app.stop();
  }
}

function print(what: string, text: string): void {
  console.log(`${what.padEnd(16)}${text}`);
}
