/**
 * `npm run soak`: the tests with random input and the fault sweeps in full. Takes hours. Arguments are passed to
 * vitest, such as a file's name. Every run has its own seed unless STENO_SEED sets one.
 */
import { join } from 'node:path';
import { root, runNode } from './checks.ts';

const SUITES = [
  'test/e2e/window-record-killed.all.test.ts',
  'test/unit/llm/llm-improve.test.ts',
  'test/unit/structure/structure-invariants.test.ts',
  'test/integration/engine/engine-fuzz.all.test.ts',
  'test/integration/engine/engine-model-check.all.test.ts',
  'test/integration/faults',
  'test/integration/http/bad-input-fuzz.all.test.ts',
  'test/integration/http/every-operation-fuzz.all.test.ts',
  'test/integration/media/damaged-recordings.all.test.ts',
  'test/integration/media/ffmpeg-headers.all.test.ts',
  'test/integration/media/ffmpeg-limits.test.ts',
  'test/integration/queue/resume-kill-sweep.all.test.ts',
  'test/integration/recordings/killed.all.test.ts',
];

const chosen = process.argv.slice(2);
const seed = process.env['STENO_SEED'] ?? String(Math.floor(Math.random() * 1_000_000));
process.env['STENO_SEED'] = seed;
process.env['STENO_SOAK'] = '1';
console.log(`Seed ${seed}; STENO_SEED=${seed} npm run soak does the same again.\n`);
const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];
const run = [...vitest, '--config=test/vitest.config.ts'];
process.exitCode = await runNode([...run, ...(chosen.length > 0 ? chosen : SUITES)]);
// Also what `npm test` asks of SQLite alone.
if (chosen.length === 0) process.exitCode ||= await runNode([...run, '--project=postgres']);
console.log(`\nSeed ${seed}`);
