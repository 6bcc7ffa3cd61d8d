/** Labels where the number of people is wrong, the model is none, or hardly anybody speaks. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeTasks } from '../../../src/main/child-tasks/node-task.ts';
import { noise, SAMPLES_PER_MS } from '../../helpers/corpus/audio.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import {
  distinctDialogue,
  labelSamples,
  listenTo,
  SPEAKER_MODEL,
} from '../../helpers/harness/label-dialogue.ts';
import { labelHere } from '../../helpers/harness/label-here.ts';

const { signal } = new AbortController();
let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Triads that change every second, all there is of some recordings. */
function chords(durationMs: number): Int16Array {
  return Int16Array.from({ length: durationMs * SAMPLES_PER_MS }, (_, index) => {
    const seconds = index / SAMPLES_PER_MS / 1000;
    const root = 220 * 2 ** ((Math.floor(seconds) % 4) / 6);
    const tones = [1, 1.25, 1.5].map((ratio) => Math.sin(2 * Math.PI * root * ratio * seconds));
    return tones.reduce((sum, tone) => sum + 3000 * tone, 0);
  });
}

describe('without it', () => {
  test('a file that is no model ends only the process that opened it', async () => {
    const file = join(folder, 'broken.onnx');
    await writeFile(file, 'This is not a network.');
    const labeling = await labelSamples(folder, distinctDialogue(2, 52).samples, {
      file,
      label: nodeTasks.label,
    });
    expect(labeling.method).toBe('acoustic');
  });

  test('a model that gives no numbers is not believed', async () => {
    const file = join(folder, 'nan.onnx');
    const bytes = await readFile(SPEAKER_MODEL);
    // Weights of all ones in bits are no numbers, wherever they begin; few enough to leave the file in order.
    const middle = Math.floor(bytes.length / 2);
    await writeFile(file, bytes.fill(0xff, middle, middle + 64));
    const labeling = await labelSamples(folder, distinctDialogue(2, 52).samples, {
      file,
      expected: 2,
    });
    expect(labeling).toMatchObject({ method: 'acoustic', count: 2 });
    expect(labeling.warning).toContain('pitch');
    const source = { kind: 'samples', path: join(folder, 'audio.s16'), model: file } as const;
    const alone = labelHere({ regions: labeling.regions, expected: 2, source }, { signal });
    await expect(alone).rejects.toThrow('The model gives no numbers.');
  });
});

describe('odd recordings', () => {
  test.each([
    ['silence', new Int16Array(16_000 * 20)],
    ['0.3 s', noise(300, -20)],
    ['noise', noise(20_000, -20)],
    ['music', chords(20_000)],
  ])('%s has at most one speaker', async (_name, samples) => {
    expect((await labelSamples(folder, samples)).count).toBeLessThanOrEqual(1);
  });

  test('stopping ends the process', async () => {
    const stop = new AbortController();
    const { path, regions } = await listenTo(folder, distinctDialogue(2, 42).samples);
    const source = { kind: 'samples', path, model: SPEAKER_MODEL } as const;
    const running = nodeTasks.label({ regions, expected: null, source }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});
