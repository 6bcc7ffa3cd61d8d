import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { noChromium } from './helpers/harness/chromium.ts';
import { PATIENCE_MS } from './helpers/harness/patience.ts';
import { noPostgres } from './helpers/harness/postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Ends what hangs, and nothing that is slow: machines differ, and have other things to do. */
const HANGS_MS = 1.25 * PATIENCE_MS;

/** The programs that tests start find compiled what others have loaded before them. */
const chromium = process.env['CHROMIUM'];
const env = {
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/steno`,
  // PDFs are printed by the browser that tests drive.
  ...(chromium !== undefined && { STENO_CHROMIUM: chromium }),
};

const usual = {
  env,
  setupFiles: ['test/helpers/harness/seed.ts'],
  // No module has state of its own, so that loading each once is enough; each file starts what it needs, and ends it.
  isolate: false,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  // What waits for something gives up before the test does, and tells what for. A test that looks at all of a list
  // fails where the list is empty.
  expect: { poll: { timeout: 0.6 * HANGS_MS }, requireAssertions: true },
};

/** Which tests of a folder run: see scripts/test.ts. */
const part = process.env['STENO_TESTS'];
const testsOf = (folder: string) =>
  part === 'all'
    ? { include: [`test/${folder}/**/*.all.test.ts`] }
    : {
        include: [`test/${folder}/**/*.test.ts`],
        exclude: part === 'main' ? ['**/*.all.test.ts'] : [],
      };

/** What asks the database most, once more with the rows in PostgreSQL; not with `npm test`. */
const ON_BOTH = [
  'services/settings',
  'access/sessions',
  'data-folder/folder-away',
  'projects/projects',
  'queue/{queue-order,queue-turns,resume-headway}',
  'speakers/{speakers-naming,speakers-relabeling,voices-of-two-models}',
  'transcriptions/{continue-parts,continue-parts-rarely,highlights,highlights-versions}',
  'transcriptions/{idempotency,idempotency-expiry,list-filters}',
  'transcriptions/{search,search-queries,search-recordings,subtitle-editing,tags}',
  'transcriptions/{changes-at-once,changes-in-pairs,one-history,transcript-history,transcription-list-order,trash}',
  'webhooks/{webhook-api,webhook-crash,webhook-schedule,webhook-send}',
];
/** And with `npm run soak` what mostly does other things. */
const ON_BOTH_IN_SOAK = [
  'access/{every-route,keys-guessing,sign-in,whose-is-what}',
  'http/metrics',
  'projects/project-options',
  'queue/{clock-jumps,fetch-places,resume-cancel-structuring}',
  'models/{graphics-cards,llm-translating}',
  'sources/points',
  'storage/{bucket-away,media-in-a-bucket}',
  'transcriptions/{automatic-export,exports,recording-editing,renaming,retention}',
  'transcriptions/{transcription-main-job,writing-transcripts}',
];
const onPostgres =
  noPostgres !== null || part === 'main'
    ? []
    : [...ON_BOTH, ...(process.env['STENO_SOAK'] === '1' ? ON_BOTH_IN_SOAK : [])];

if (noPostgres !== null) process.stderr.write(`Tests on PostgreSQL are skipped: ${noPostgres}.\n`);
if (noChromium !== null) process.stderr.write(`Tests in a browser are skipped: ${noChromium}.\n`);

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
        test: { name: 'unit', ...testsOf('unit'), ...usual },
      },
      {
        test: { name: 'integration', ...testsOf('integration'), ...usual },
      },
      {
        test: {
          name: 'postgres',
          include: onPostgres.map((name) => `test/integration/${name}{,.all}.test.ts`),
          ...usual,
          setupFiles: [...usual.setupFiles, 'test/helpers/harness/use-postgres.ts'],
          globalSetup: onPostgres.length > 0 ? ['test/helpers/harness/on-postgres.ts'] : [],
        },
      },
      {
        test: {
          name: 'e2e',
          ...(noChromium === null ? testsOf('e2e') : { include: [] }),
          ...usual,
          // Waiting for something to be seen is most of what these do.
          expect: { ...usual.expect, requireAssertions: false },
          globalSetup: noChromium === null ? ['test/e2e/build-window.ts'] : [],
        },
      },
    ],
  },
});
