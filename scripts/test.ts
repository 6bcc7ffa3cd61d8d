/**
 * `npm test`: types, lint, then architecture, unit, integration and browser tests. The last line counts them all.
 * Arguments are passed to vitest, such as a file's name, and skip the checks; a file that is named runs whatever it is
 * called. `npm run test:quick` runs the checks, unit and contract tests; `npm run test:all` what `npm test` leaves out:
 * files called `*.all.test.ts`, and what is asked of PostgreSQL as well.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runChecks, runNode } from './checks.ts';

/** These compute, where others wait: each more worker than processors loads every module for little. */
const QUICK = [
  ...['test/unit', 'test/integration/contract'],
  `--maxWorkers=${Math.min(5, availableParallelism() + 1)}`,
];

const args = process.argv.slice(2);
const isAll = args[0] === '--all';
const isQuick = args[0] === '--quick';
const named = args.slice(isAll || isQuick ? 1 : 0);
const checking = named.length > 0 || isAll ? { passed: 0, failed: 0 } : runChecks();
// What takes minutes waits for what takes one.
if (!isQuick) await checking;
// For test/vitest.config.ts, which the checks read as well.
if (named.length === 0 || isAll) process.env['STENO_TESTS'] = isAll ? 'all' : 'main';
const [checks, tests] = await Promise.all([checking, runTests(isQuick ? QUICK : named)]);
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`\n${passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed > 0 ? 1 : 0;

async function runTests(args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'steno-test-'));
  // What tests make goes with it, also of one that was ended. PostgreSQL, which is never root, has to get through.
  await chmod(folder, 0o711);
  process.env['TMPDIR'] = folder;
  const report = join(folder, 'report.json');
  try {
    const code = await runNode([
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config=test/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ]);
    const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as {
      numPassedTests?: number;
      numFailedTests?: number;
      numPendingTests?: number;
    };
    // A file that fails to load has no tests that could fail.
    const failed = Math.max(counts.numFailedTests ?? 0, code === 0 ? 0 : 1);
    return { passed: counts.numPassedTests ?? 0, failed, skipped: counts.numPendingTests ?? 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
