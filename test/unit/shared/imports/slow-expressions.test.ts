/** No regular expression takes time that grows with the square of a text; `npm run check` looks for such. */
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { reasonAgainst } from '../../../../scripts/expression-speed.ts';
import { expressionsOf, filesBelow } from '../../../../scripts/source-files.ts';
import { doseOf } from '../../../helpers/harness/dose.ts';

/** Only ends what would take hours. */
const WATCHDOG_MS = 180_000;
/** A thousandth of a second for an expression that looks at each letter once, half a minute for one that is quadratic. */
const CHARACTERS = 200_000;

describe('the check finds', () => {
  test.each([
    ['what begins again at each tag', /<v(?:\.[^\s>]*)?[ \t]+/],
    ['what begins again at each opening', /<think>[\s\S]*?<\/think>/],
    ['what begins again at each bracket', /\{[^}]*\}/],
    ['spaces before the end', /\s+$/],
    ['two that trade', /^a*: *(.+)$/],
    ['one within itself', /^(?:a+)+$/],
    ['lines', /^(\s*)-/m],
  ])('%s', (_what, { source, flags }) => {
    expect(reasonAgainst({ source, flags })).not.toBeNull();
  });

  test.each([
    ['a tag that ends at the next', /<v(?:\.[^\s<>]*)?[ \t]+/],
    ['a run that is looked at from its start alone', /(?<!\s)\s+$/],
    ['a beginning', /^\s*\d+\s*$/],
    ['what cannot fail', /<think>[\s\S]*/],
    ['a limited number', /a.{0,200}b/],
  ])('nothing in %s', (_what, { source, flags }) => {
    expect(reasonAgainst({ source, flags })).toBeNull();
  });
});

test('those of the product go through long texts of their own pieces', {
  timeout: WATCHDOG_MS + 10_000,
}, async () => {
  const expressions = doseOf(filesBelow('src').flatMap(expressionsOf), 20);
  const program = new URL('../../../helpers/corpus/pumped-texts.ts', import.meta.url);
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
