/** A speaker model on disk: a quick check of its header, and a thorough one in the process that would use it. */
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, isNodeError, isShortage } from '../../errors.ts';
import type { Labeler } from '../labeling.ts';

/** ONNX files start with the protobuf field that holds the format version. */
const FIRST_BYTE = 0x08;
const TRIAL_MS = 3000;

/** Checks the first byte only; null for a file that is not an ONNX model. */
export async function readSpeakerHeader(
  path: string,
): Promise<{ bytes: number; addedAt: number } | null> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0);
    if (bytesRead < 1 || buffer[0] !== FIRST_BYTE) return null;
    const { size, birthtimeMs } = await stat(path);
    return { bytes: size, addedAt: birthtimeMs };
  } catch (error) {
    if (isNodeError(error) && !isShortage(error)) return null;
    throw error;
  }
}

/** Tests whether a model produces embeddings. @throws model_invalid */
export async function checkSpeakerModel(label: Labeler, model: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steno-speaker-model-'));
  try {
    const path = join(folder, 'trial.s16');
    await writeFile(path, trialSound());
    const regions = [{ startMs: 0, endMs: TRIAL_MS }];
    const source = { kind: 'samples', path, model } as const;
    await label({ regions, expected: 1, source }, { signal: new AbortController().signal });
  } catch (cause) {
    throw new AppError('model_invalid', {
      message: 'This is not a speaker model that sherpa-onnx can use, such as one of WeSpeaker.',
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
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
