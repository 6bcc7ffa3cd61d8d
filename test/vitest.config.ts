import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { noPostgres } from './helpers/harness/postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Real engines, real ffmpeg and real browsers take their time on a busy machine. */
const SLOW_MS = 1.25 * Number(process.env['STENO_PATIENCE_MS'] ?? 120_000);
/** Most take milliseconds; one that takes longer hangs, on a busy machine too. The whole doses take their time. */
const UNIT_MS = process.env['STENO_SOAK'] === '1' ? 60_000 : 5_000;

/** The programs that tests start find compiled what others have loaded before them. */
const chromium = process.env['CHROMIUM'];
const env = {
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/steno`,
  // PDFs are printed by the browser that tests drive.
  ...(chromium !== undefined && { STENO_CHROMIUM: chromium }),
};

/** What waits for something gives up before the test does, and tells what for. */
const within = (ms: number, requireAssertions = true) => ({
  env,
  setupFiles: 'test/helpers/harness/seed.ts',
  // No module has state of its own, so that loading each once is enough; each file starts what it needs, and ends it.
  isolate: false,
  testTimeout: ms,
  hookTimeout: ms,
  // A test that looks at all of a list fails where the list is empty.
  expect: { poll: { timeout: 0.6 * ms }, requireAssertions },
});
/** What asks the database most, once more with the rows in PostgreSQL. */
const ON_BOTH = [
  'settings',
  'access/sessions',
  'queue/{queue-order,queue-turns,resume-headway}',
  'speakers/{speakers-naming,speakers-relabeling,voices-of-two-models}',
  'transcriptions/{idempotency,idempotency-expiry,list-filters}',
  'transcriptions/{search,search-queries,search-recordings,subtitle-editing,tags}',
  'transcriptions/{transcript-history,transcription-list-order,trash}',
  'webhooks/{webhook-api,webhook-crash,webhook-schedule,webhook-send}',
];
/** And with `npm run soak` what mostly does other things. */
const ON_BOTH_IN_SOAK = [
  'access/{every-route,keys-guessing,sign-in,whose-is-what}',
  'http/metrics',
  'queue/{clock-jumps,fetch-places,resume-cancel-structuring}',
  'models/{graphics-cards,llm-translating}',
  'sources/points',
  'storage/{bucket-away,media-in-a-bucket}',
  'transcriptions/{automatic-export,exports,recording-editing,renaming,retention}',
  'transcriptions/{transcription-main-job,writing-transcripts}',
];
const onPostgres = [...ON_BOTH, ...(process.env['STENO_SOAK'] === '1' ? ON_BOTH_IN_SOAK : [])];

if (noPostgres !== null) process.stderr.write(`Tests on PostgreSQL are skipped: ${noPostgres}.\n`);

export default defineConfig({
  test: {
    root,
    pool: 'forks',
    // More than there are processors: half of the time a test waits for a page, a process or the disk.
    maxWorkers: 5,
    // A worker loads every module once and keeps it: collecting garbage sooner finds little.
    execArgv: ['--max-semi-space-size=64', '--initial-old-space-size=768'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          ...within(UNIT_MS),
          // Some decode the recordings they are about.
          hookTimeout: 4 * UNIT_MS,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          ...within(SLOW_MS),
        },
      },
      {
        test: {
          name: 'postgres',
          include:
            noPostgres === null ? onPostgres.map((name) => `test/integration/${name}.test.ts`) : [],
          ...within(SLOW_MS),
          setupFiles: ['test/helpers/harness/seed.ts', 'test/helpers/harness/use-postgres.ts'],
          globalSetup: noPostgres === null ? ['test/helpers/harness/on-postgres.ts'] : [],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Waiting for something to be seen is most of what these do.
          ...within(SLOW_MS, false),
          globalSetup: 'test/e2e/build-window.ts',
        },
      },
    ],
  },
});
