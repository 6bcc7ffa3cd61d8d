/** A speaker model on disk: a quick check of its header, and a thorough one in the process that would use it. */
import { mkdtempDisposable, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeakerModelTask } from '../../../shared/models/speaker-models.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { isShortage } from '../../core/system-errors.ts';
import type { Labeler } from '../labeling.ts';

/** ONNX files start with the protobuf field that holds the format version. */
const FIRST_BYTE = 0x08;
const TRIAL_MS = 3000;

/** Metadata that only turn models have. It comes last in a file, behind the weights. */
const TURN_KEY = 'powerset_max_classes';
const METADATA_BYTES = 4096;

/** Looks at the file's beginning and end only; null for a file that is not an ONNX model. */
export async function readSpeakerHeader(
  path: string,
): Promise<{ bytes: number; addedAt: number; task: SpeakerModelTask } | null> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0);
    if (bytesRead < 1 || buffer[0] !== FIRST_BYTE) return null;
    const { size, birthtimeMs } = await file.stat();
    const end = Buffer.alloc(Math.min(size, METADATA_BYTES));
    await file.read(end, 0, end.length, size - end.length);
    const task = end.includes(TURN_KEY) ? 'turns' : 'voices';
    return { bytes: size, addedAt: birthtimeMs, task };
  } catch (error) {
    if (isNodeError(error) && !isShortage(error)) return null;
    throw error;
  }
}

/**
 * Tests whether a model produces embeddings, or a turn model turns.
 * @param builtIn a speaker model to try a turn model with
 * @throws model_invalid
 */
export async function checkSpeakerModel(
  label: Labeler,
  path: string,
  builtIn: string,
): Promise<void> {
  const header = await readSpeakerHeader(path);
  const models = header?.task === 'turns' ? { model: builtIn, turnModel: path } : { model: path };
  await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-speaker-model-'));
  try {
    const trial = join(folder.path, 'trial.s16');
    await writeFile(trial, trialSound());
    const regions = [{ startMs: 0, endMs: TRIAL_MS }];
    const source = { kind: 'samples', path: trial, ...models } as const;
    await label({ regions, expected: 1, source }, { signal: new AbortController().signal });
  } catch (cause) {
    throw new AppError('model_invalid', {
      message:
        'This is not a speaker model that sherpa-onnx can use, such as one of WeSpeaker, or a turn model such as pyannote-segmentation-3.0.',
      cause,
    });
  }
}

/** A harmonic hum, 16 kHz mono: silence gives no embedding. */
function trialSound(): Buffer {
  const samples = Int16Array.from({ length: TRIAL_MS * 16 }, (_, index) => {
    const turn = (2 * Math.PI * 140 * index) / 16_000;
    return 6000 * (Math.sin(turn) + Math.sin(2 * turn) / 2 + Math.sin(5 * turn) / 4);
  });
  return Buffer.from(samples.buffer);
}
