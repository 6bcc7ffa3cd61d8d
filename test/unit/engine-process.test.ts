import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { ENGINE_PRIORITY, spawnEngine } from '../../src/main/engine/engine-process.ts';
import { createLogger } from '../../src/main/logger.ts';

test('an engine gives way to the API and to whoever sits at the machine', async () => {
  const script = "console.error(require('node:os').getPriority())";
  const { exited } = spawnEngine({
    command: { file: process.execPath, args: ['-e', script] },
    args: [],
    logger: createLogger('silent'),
    onEvent: () => {},
    onProtocolError: () => {},
  });
  expect(Number((await exited).lastWords)).toBe(Math.max(getPriority(), ENGINE_PRIORITY));
});
