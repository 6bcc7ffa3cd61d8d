import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import { askChild, type Child } from '../../../src/main/processes/child-process.ts';
import type { LabelRequest } from '../../../src/main/speakers/labeling.ts';
import { bytesOfS16, loadPool } from '../../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

const { signal } = new AbortController();

async function twoPeople(): Promise<LabelRequest> {
  const folder = await makeTempFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'audio.s16');
  const { samples } = compose(loadPool(), clipsIn('en', 4));
  await writeFile(path, bytesOfS16(samples));
  const regions = [{ startMs: 0, endMs: Math.floor(samples.length / 16) }];
  return { regions, expected: 2, source: { kind: 'samples', path, model: null } };
}

/** Is killed at its first sign of life; what it still sends before it is gone is not read. */
function killedAtWork<Request, Result>(child: Child<Request, Result>): Child<Request, Result> {
  return { ...child, onMessage: () => child.onMessage(() => child.kill()) };
}

/** Labels in processes of which the first ones are killed, as many as told. */
async function labelKilled(request: LabelRequest, times: number) {
  let killed = 0;
  const start = () => {
    const child = startNodeTask('label');
    if (killed === times) return child;
    killed++;
    return killedAtWork(child);
  };
  return { labeling: await askChild(start, request, { signal }), killed };
}

test('a labeling process that is killed is started again and finds the same, but not for ever', async () => {
  const request = await twoPeople();
  const { labeling } = await labelKilled(request, 0);
  expect(await labelKilled(request, 2)).toEqual({ labeling, killed: 2 });
  await expect(labelKilled(request, 9)).rejects.toThrow('SIGKILL');
});
