/** What `npm run check` does not find in a regular expression, a text may: see test/unit/scripts/slow-expressions.test.ts. */
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { expressionsOf, filesBelow } from '../../../scripts/source-files.ts';
import { doseOf } from '../../helpers/harness/dose.ts';

/** Only ends what would take hours. */
const WATCHDOG_MS = 180_000;
/** A thousandth of a second for an expression that looks at each letter once, half a minute for one that is quadratic. */
const CHARACTERS = 200_000;

test('those of the product go through long texts of their own pieces', {
  timeout: WATCHDOG_MS + 10_000,
}, async () => {
  const expressions = doseOf(filesBelow('src').flatMap(expressionsOf), 60);
  const program = new URL('../../helpers/corpus/pumped-texts.ts', import.meta.url);
  const worker = new Worker(program, { workerData: { expressions, characters: CHARACTERS } });
  const done: string[] = [];
  const ended = Promise.withResolvers<void>();
  worker.on('message', (source: string) => done.push(source));
  worker.on('error', ended.reject);
  worker.on('exit', () => ended.resolve());
  const watchdog = setTimeout(() => void worker.terminate(), WATCHDOG_MS);
  await ended.promise;
  clearTimeout(watchdog);
  // The first that is missing is the slow one.
  expect(done).toEqual(expressions.map(({ source }) => source));
});
