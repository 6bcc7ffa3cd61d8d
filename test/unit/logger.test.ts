import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../helpers/service-process.ts';

const LOGGER = pathToFileURL(`${projectRoot}/src/main/logger.ts`).href;
const LINES = 2000;

/** Writes far more than a pipe holds, says so on stdout, and writes one line more when it is told to. */
const PROGRAM = `
  import { createLogger } from '${LOGGER}';
  process.stderr.on('error', () => {});
  const logger = createLogger('info');
  for (let line = 1; line <= ${LINES}; line++) logger.info({ line, text: 'x'.repeat(1000) });
  process.stdout.write('done');
  process.stdin.once('data', () => { logger.info({ line: 'last' }); process.exit(0); });
`;

it('a reader that does not keep up costs lines, holds nobody up, and is told how many', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  await once(child.stdout, 'data');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await once(child.stderr, 'data');
  await expect.poll(() => log.length).toBeGreaterThan(100_000);
  child.stdin.write('go on');
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
  expect(whole.filter(({ line }) => line === 'last')).toHaveLength(1);
  expect(told).toMatchObject({ lost: LINES - written, level: 50 });
});
