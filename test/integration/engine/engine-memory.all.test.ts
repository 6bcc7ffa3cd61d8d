/** An engine that is to take more memory than it is given. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { exitError, spawnEngine } from '../../../src/main/engine/process/engine-process.ts';
import { memoryLimit, memoryNeeded } from '../../../src/main/engine/process/model-memory.ts';
import type { EngineEvent } from '../../../src/main/engine/process/protocol.ts';
import { engineFile } from '../../helpers/engines/engine.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';

const MODEL = join(projectRoot, 'resources/models/demo.bin');

/** What a real engine says until it has loaded the model, or could not, and how it ends. */
async function load(memoryBytes: number) {
  const events: EngineEvent[] = [];
  const engine = spawnEngine({
    command: { file: engineFile, args: [] },
    args: ['--model', MODEL],
    memoryBytes,
    logger: createLogger('silent'),
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'ready') engine.end();
    },
    onProtocolError: () => {},
  });
  return { exit: await engine.exited, events };
}

test.runIf(process.platform === 'linux')(
  'it ends as one for which there is too little',
  async () => {
    const { exit, events } = await load(100_000_000);
    expect(events).toMatchObject([{ type: 'error', id: null, code: 'out_of_memory' }]);
    expect(exitError(exit)).toMatchObject({ code: 'out_of_memory' });
  },
);

test('the limit of a model leaves it all it takes, and several times that', async () => {
  const { events } = await load(await memoryLimit(MODEL));
  expect(events).toMatchObject([{ type: 'ready' }]);
  const { size } = await stat(MODEL);
  expect(await memoryLimit(MODEL, 4)).toBeGreaterThan(3 * memoryNeeded(size, 4));
});
