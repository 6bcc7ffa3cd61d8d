import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askChild, type ChildMessage } from '../../../src/main/processes/child-process.ts';
import { answerRequest, type ChildWork } from '../../../src/main/processes/child-program.ts';
import { startNodeChild } from '../../../src/main/processes/node-child.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import type { Limits } from '../../helpers/harness/limits-child.ts';

const { signal } = new AbortController();
const tooMuch = { type: 'failed', code: 'out_of_memory' };

/** Everything said about work that is done in this very process. */
async function answers(
  work: ChildWork<null, string>,
  options: Parameters<typeof answerRequest>[3] = {},
) {
  const said: ChildMessage<string>[] = [];
  await answerRequest(work, null, (message) => said.push(message), options);
  return said;
}

describe('work that takes too much memory', () => {
  it('is given up when it reports progress', async () => {
    const work: ChildWork<null, string> = (_request, onProgress) => {
      onProgress(0.5);
      return 'done';
    };
    expect(await answers(work)).toMatchObject([{ fraction: 0.5 }, { result: 'done' }]);
    expect(await answers(work, { mostBytes: 1 })).toMatchObject([tooMuch]);
  });

  it('is given up within a second where it reports none', async () => {
    const clock = createFakeClock();
    const said = answers(() => new Promise(() => {}), { mostBytes: 1, clock });
    await clock.sleeping();
    await clock.advance(1_000);
    expect(await said).toMatchObject([tooMuch]);
  });
});

it('work that fails at once is told, with the words for the log', async () => {
  const broken = () => {
    throw new TypeError('no such thing');
  };
  expect(await answers(broken)).toEqual([{ type: 'failed', code: null, message: 'no such thing' }]);
  // A rejection no one handles would end the process.
  await setImmediate();
});

it.runIf(process.platform === 'linux')('a process of its own lives under limits', async () => {
  const program = join(import.meta.dirname, '../../helpers/harness/limits-child.ts');
  const limits = await askChild<null, Limits>(() => startNodeChild(program), null, { signal });
  expect(limits).toEqual({
    memory: String(6 * 2 ** 30),
    openFiles: '256',
    options: ['--max-old-space-size=2048'],
  });
});
