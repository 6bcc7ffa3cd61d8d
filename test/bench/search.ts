/**
 * Times searching 10,000 recordings with 20 sentences each, by recording and with totals: `node test/bench/search.ts`.
 * The results go into docs/measurements/service.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../src/main/engine/bench.ts';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { WINDOW } from '../../src/main/services/principal.ts';
import { createSearchService } from '../../src/main/services/transcriptions/search.service.ts';
import { fillLibrary } from '../helpers/corpus/large-library.ts';
import { writeSection } from './page.ts';

const COUNT = 10_000;
const SENTENCES = 20;
const ROUNDS = 7;
const QUERIES = [
  ['a word in every sentence', 'about'],
  ['a word in one of a hundred', 'number 77'],
  ['a phrase', '"garden number 7"'],
  ['a title', 'recording 4242'],
  ['nothing', 'nobody said this'],
] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'steno-search-'));
try {
  const load = loadavg()[0] ?? 0;
  await fillLibrary(dataDir, COUNT);
  const { db, close } = openDatabase(dataDir);
  await db.transaction().execute(async (trx) => {
    for (let i = 1; i <= COUNT; i++) {
      const id = `trs_${String(i).padStart(22, '0')}`;
      await trx
        .insertInto('segments')
        .values(
          Array.from({ length: SENTENCES }, (_, idx) => ({
            transcriptionId: id,
            windowIdx: 0,
            idx,
            startMs: idx,
            endMs: idx + 1,
            text: `We talk about the garden number ${(i * SENTENCES + idx) % 1000} today.`,
            speaker: 'Speaker 1',
            language: 'en',
            confidence: 1,
            words: '[]',
            flags: '[]',
          })),
        )
        .execute();
    }
  });
  const { searchRecordings } = createSearchService({ db });
  const rows: string[] = [];
  for (const [what, q] of QUERIES) {
    const times: number[] = [];
    let found = '';
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now();
      const page = await searchRecordings({ q, limit: 20 }, WINDOW);
      times.push(performance.now() - from);
      found = `${page.total_places.toLocaleString('en')} | ${page.total_recordings.toLocaleString('en')}`;
    }
    rows.push(`| ${what} | ${found} | ${median(times).toFixed(0)} |`);
  }
  await close();
  const section = `## Searching the library

${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} before. ${COUNT.toLocaleString('en')} recordings with ${(COUNT * SENTENCES).toLocaleString('en')} sentences, the first page of
recordings with the totals of all, medians of ${ROUNDS}.

| looked for | places | recordings | ms |
|---|---|---|---|
${rows.join('\n')}

Made by \`node test/bench/search.ts\`.
`;
  writeSection('service', section);
  process.stdout.write(section);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
