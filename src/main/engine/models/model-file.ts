/** Reads one model file: its header, its display name and the digest of its contents. */
import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { isNodeError, isShortage } from '../../errors.ts';
import { sha256OfFile } from '../../file-digest.ts';

/** `ggml` as a little-endian integer: the first four bytes of whisper.cpp's model files. */
const MAGIC = 0x67676d6c;
/** English-only models have 51,864 tokens, all others more. */
const ENGLISH_VOCAB = 51_864;
/** The magic and the first nine hyperparameters, four bytes each. */
const HEADER_BYTES = 40;
const ENCODER_LAYERS_AT = 20;
const DECODER_LAYERS_AT = 36;

export type ModelHeader = { bytes: number; addedAt: number };
export type WhisperHeader = ModelHeader & {
  multilingual: boolean;
  /** Whether the model was trained to translate into English. */
  translates: boolean;
};

/** Reads only the header, so that listing models is fast; null for a file that is not a model. */
export async function readWhisperHeader(path: string): Promise<WhisperHeader | null> {
  try {
    await using file = await open(path, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC) return null;
    const { size, birthtimeMs } = await file.stat();
    const multilingual = header.readInt32LE(4) > ENGLISH_VOCAB;
    // Turbo and distilled models have fewer decoder layers and were not trained on translation data.
    const whole = header.readInt32LE(ENCODER_LAYERS_AT) === header.readInt32LE(DECODER_LAYERS_AT);
    return {
      bytes: size,
      multilingual,
      translates: multilingual && whole,
      addedAt: birthtimeMs,
    };
  } catch (error) {
    if (isNodeError(error) && !isShortage(error)) return null;
    throw error;
  }
}

/** `ggml-base.en.bin` is the model `base.en`. */
export function modelName(path: string): string {
  return basename(path, extname(path)).replace(/^ggml-/, '');
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Caches digests and recomputes one only when its file has changed. */
export function createDigests() {
  const known = new Map<string, { identity: string; sha256: string }>();
  return async (path: string): Promise<string> => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    const identity = [size, mtimeMs, ctimeMs, ino].join(' ');
    const before = known.get(path);
    if (before?.identity === identity) return before.sha256;
    const sha256 = await sha256OfFile(path);
    known.set(path, { identity, sha256 });
    return sha256;
  };
}
