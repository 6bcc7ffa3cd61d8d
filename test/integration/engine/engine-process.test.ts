import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { spawnEngine } from '../../../src/main/engine/process/engine-process.ts';
import { COMPUTING_PRIORITY } from '../../../src/main/processes/process-limits.ts';

/** What a script says that is started like an engine. */
async function said(script: string): Promise<string> {
  const { exited } = spawnEngine({
    command: { file: process.execPath, args: ['-e', script] },
    args: [],
    memoryBytes: 4 * 2 ** 30,
    logger: createLogger('silent'),
    onEvent: () => {},
    onProtocolError: () => {},
  });
  return (await exited).lastWords;
}

test('an engine gives way to the API and to the user of the machine', async () => {
  const priority = await said("console.error(require('node:os').getPriority())");
  expect(Number(priority)).toBe(Math.max(getPriority(), COMPUTING_PRIORITY));
});

test('its threads do not spin for long while they wait for each other', async () => {
  expect(Number(await said('console.error(process.env.GOMP_SPINCOUNT)'))).toBeLessThan(10_000);
});
