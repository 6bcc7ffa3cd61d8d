import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelRecording } from '../../../src/main/speakers/label-recording.ts';
import type { Labeling } from '../../../src/main/speakers/labeling.ts';
import { embedAhead } from '../../../src/main/speakers/neural/embedded-ahead.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { distinctDialogue, listenTo, SPEAKER_MODEL } from '../../helpers/harness/label-dialogue.ts';

const BYTES_A_NUMBER = 4;
let folder: string;
let ahead: string;
let recording: Awaited<ReturnType<typeof listenTo>>;
let alone: Labeling;
let whole: Buffer;

async function label(): Promise<Labeling> {
  const { path, regions } = recording;
  const source = { kind: 'samples', path, model: SPEAKER_MODEL, ahead } as const;
  return labelRecording({ regions, expected: null, source }, () => {});
}

/** Embeds ahead. Returns the fractions of the work that were reported. */
async function embed({ path, regions } = recording): Promise<number[]> {
  const reported: number[] = [];
  await embedAhead({ path, regions, model: SPEAKER_MODEL, ahead }, (part) => reported.push(part));
  return reported;
}

beforeAll(async () => {
  folder = await makeTempFolder();
  ahead = join(folder, 'voices');
  const parts = [71, 72].flatMap((seed) => [...distinctDialogue(3, seed).samples]);
  recording = await listenTo(folder, Int16Array.from(parts));
  alone = await label();
  await embed();
  whole = await readFile(ahead);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what was embedded ahead gives the same labels, wherever it ended', async () => {
  const rows = alone.embeddings.windows.length;
  expect(rows).toBeGreaterThan(55);
  const rowBytes = (whole.length - 32) / rows;
  // In the middle of the hash, of a number, of a block; after a block; before the last row; at the end.
  for (const bytes of [
    7,
    32 + 4 * rowBytes + 3,
    32 + 50 * rowBytes,
    32 + 55 * rowBytes,
    whole.length - 1,
    whole.length,
  ]) {
    await writeFile(ahead, whole.subarray(0, bytes));
    expect(await label(), `${bytes} bytes`).toEqual(alone);
  }
});

test('what was embedded ahead is not embedded again', async () => {
  const marked = Buffer.from(whole);
  marked.writeFloatLE(0.125, 32 + BYTES_A_NUMBER * 3);
  await writeFile(ahead, marked);
  expect((await label()).embeddings.vectors[3]).toBe(0.125);
});

test('what is of other speech, or no such file, is not used', async () => {
  const others = recording.regions.map(({ startMs, endMs }) => ({ startMs, endMs: endMs - 40 }));
  await embed({ ...recording, regions: others });
  expect(await label()).toEqual(alone);
  await writeFile(ahead, Buffer.alloc(whole.length, 1));
  expect(await label()).toEqual(alone);
  await rm(ahead);
  expect(await label()).toEqual(alone);
});

test('it is written anew, block by block', async () => {
  await writeFile(ahead, 'of a run before');
  const reported = await embed();
  expect(await readFile(ahead)).toEqual(whole);
  expect(reported).toEqual([50 / alone.embeddings.windows.length, 1]);
});
