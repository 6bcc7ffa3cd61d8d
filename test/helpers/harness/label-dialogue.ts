/** Labels for recordings that are made up in a test: dialogues of voices that the speaker model tells apart. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '../../../src/main/core/logger.ts';
import { findSpeech } from '../../../src/main/engine/speech/find-speech.ts';
import type { Labeler } from '../../../src/main/speakers/labeling.ts';
import { createLabelSpeakers } from '../../../src/main/speakers/labeling-methods.ts';
import { bytesOfS16, loadPool } from '../corpus/audio.ts';
import { composeDialogue, type Dialogue } from '../corpus/dialogues.ts';
import { poolVoices } from '../corpus/pool-voices.ts';
import { labelHere } from './label-here.ts';

export const SPEAKER_MODEL = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
/** The synthetic voices are variants of one; to the model some are the same person, these are not. */
const DISTINCT = ['en-us+m3', 'en-gb-x-rp+f3', 'en-029+f5'];
const voices = poolVoices(loadPool());
const { signal } = new AbortController();

/** The recording as a file in this folder, and where there is speech in it. */
export async function listenTo(folder: string, samples: Int16Array) {
  const path = join(folder, 'audio.s16');
  await writeFile(path, bytesOfS16(samples));
  const { regions } = await findSpeech({ path, signal }, null);
  return { path, regions };
}

/** Who speaks when in the recording, with the speaker model unless another file is named, or none. */
export async function labelSamples(
  folder: string,
  samples: Int16Array,
  options: { file?: string | null; expected?: number | null; label?: Labeler } = {},
) {
  const { file = SPEAKER_MODEL, expected = null, label = labelHere } = options;
  const { path, regions } = await listenTo(folder, samples);
  const speakers = createLabelSpeakers({
    label,
    model: async () => file,
    turnModel: async () => null,
    logger: createLogger('silent'),
  });
  return { regions, ...(await speakers({ path, regions, expected }, { signal })) };
}

/** Up to three people, each of whom says something several times. */
export function distinctDialogue(count: number, seed: number): Dialogue {
  const chosen = DISTINCT.flatMap((name) => voices.find((voice) => voice.name === name) ?? []);
  const options = { durationMs: 10_000 + count * 10_000, seed, gapMs: [200, 800] as const };
  return composeDialogue({ ...options, voices: chosen.slice(0, count) });
}
