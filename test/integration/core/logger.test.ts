import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../../helpers/harness/service-process.ts';

const LOGGER = pathToFileURL(`${projectRoot}/src/main/core/logger.ts`).href;
const LINES = 2000;

/** Writes far more than a pipe holds, says so on stdout, and writes one line more whenever it is told to. */
const PROGRAM = `
  import { createLogger } from ${JSON.stringify(LOGGER)};
  process.stderr.on('error', () => {});
  const logger = createLogger('info');
  for (let line = 1; line <= ${LINES}; line++) logger.info({ line, text: 'x'.repeat(1000) });
  process.stdout.write('done');
  process.stdin.on('data', () => logger.info({ line: 'last' })).on('end', () => process.exit(0));
`;

it('a reader that does not keep up loses lines, delays no one, and is told how many', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  await once(child.stdout, 'data');
  let log = '';
  let asked = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await once(child.stderr, 'data');
  // There is room again when all that the pipe held is read.
  await expect
    .poll(() => {
      asked += 1;
      child.stdin.write('go on');
      return log.includes('"last"');
    })
    .toBe(true);
  child.stdin.end();
  await once(child, 'close');
  const whole = log.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as { line?: number | 'last'; lost?: number }];
    } catch {
      return [];
    }
  });
  const written = whole.filter(({ line }) => typeof line === 'number').length;
  const [told] = whole.filter(({ lost }) => lost !== undefined);
  expect(written).toBeLessThan(LINES);
  expect(whole.some(({ line }) => line === 'last')).toBe(true);
  expect(told).toMatchObject({ level: 50 });
  expect(told?.lost).toBeGreaterThanOrEqual(LINES - written);
  expect(told?.lost).toBeLessThan(LINES - written + asked);
});
