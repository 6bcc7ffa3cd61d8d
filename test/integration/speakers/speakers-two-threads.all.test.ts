import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeTasks } from '../../../src/main/child-tasks/node-task.ts';
import {
  embedBlocks,
  embedInSecondThread,
  freeUnfinished,
  shareWork,
} from '../../../src/main/speakers/neural/embedding-work.ts';
import { NEURAL_WINDOW_MS } from '../../../src/main/speakers/neural/window-embedder.ts';
import { SOUND_NUMBERS } from '../../../src/main/speakers/sound/window-sound.ts';
import { cutVoiceWindows } from '../../../src/main/speakers/voice-embeddings.ts';
import { bytesOfS16, noise } from '../../helpers/corpus/audio.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

const model = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
const { signal } = new AbortController();
/** Each too short for a second thread; together they are not. */
const REGIONS = [
  { startMs: 0, endMs: 65_000 },
  { startMs: 66_000, endMs: 131_000 },
];
const WINDOWS = cutVoiceWindows(REGIONS, NEURAL_WINDOW_MS);
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  path = join(folder, 'audio.s16');
  await writeFile(path, bytesOfS16(noise(132_000, 0.3, 1)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listen(regions: typeof REGIONS) {
  const source = { kind: 'samples', path, model } as const;
  return (await nodeTasks.label({ regions, expected: 1, source }, { signal })).embeddings;
}

test('two threads give the same embeddings as one', async () => {
  const parts = [];
  for (const region of REGIONS) parts.push(await listen([region]));
  const together = await listen(REGIONS);
  expect(together.windows).toEqual(WINDOWS);
  expect([...together.vectors]).toEqual(parts.flatMap(({ vectors }) => [...vectors]));
  expect(together.sounds?.length).toBe(WINDOWS.length * SOUND_NUMBERS);
});

test('what a thread took and never embedded is embedded by the other', async () => {
  const work = shareWork(path, WINDOWS, 1);
  const taking = `import { workerData } from 'node:worker_threads';
    Atomics.store(workerData.work.blocks, 2, 1);
    throw new Error('gone');`;
  const program = new URL(`data:text/javascript,${encodeURIComponent(taking)}`);
  await embedInSecondThread({ work, model, settings: { speeds: [1], sound: false } }, program);
  const embed = Object.assign(() => Float32Array.of(1), { network: 1, dim: 1 });
  await embedBlocks(work, embed);
  const unfinished = work.vectors.filter((value) => value === 0).length;
  freeUnfinished(work.blocks);
  await embedBlocks(work, embed);
  expect({ unfinished, after: work.vectors.filter((value) => value === 0).length }).toEqual({
    unfinished: 50,
    after: 0,
  });
});
