/** Reads one model file: its header, its display name and the digest of its contents. */
import { open, stat } from 'node:fs/promises';
import { PARAKEET_LANGUAGES } from '../../shared/models/model-catalogue.ts';
import { isNodeError } from '../core/errors.ts';
import { sha256OfFile } from '../core/file-digest.ts';
import { isShortage } from '../core/system-errors.ts';

/**
 * `ggml` as a little-endian integer: the first four bytes of whisper.cpp's model files, whatever their architecture.
 */
const MAGIC = 0x67676d6c;
/** The magic and the first nine hyperparameters, four bytes each. */
const HEADER_BYTES = 40;
const VOCABULARY_AT = 4;
const AUDIO_CONTEXT_AT = 8;
const TEXT_CONTEXT_AT = 24;
const ENCODER_LAYERS_AT = 20;
const DECODER_LAYERS_AT = 36;
/** English-only Whisper models have 51,864 tokens, all others one or two more. */
const ENGLISH_VOCABULARY = 51_864;
const WHISPER_VOCABULARIES = [ENGLISH_VOCABULARY, 51_865, 51_866];
/** Parakeet models for several languages have as many tokens; the English ones have fewer. */
const PARAKEET_VOCABULARY = 8192;

export type ModelHeader = { bytes: number; addedAt: number };
export type SpeechModelHeader = ModelHeader & {
  architecture: 'whisper' | 'parakeet';
  multilingual: boolean;
  /** The codes of the languages it knows; null for all that Whisper knows. */
  languages: readonly string[] | null;
  /** Whether the model was trained to translate into English. */
  translates: boolean;
};

/** Reads only the header, so that listing models is fast; null for a file that is not a model. */
export async function readSpeechModelHeader(path: string): Promise<SpeechModelHeader | null> {
  try {
    await using file = await open(path, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC) return null;
    const { size, birthtimeMs } = await file.stat();
    const kind = isWhisper(header) ? whisperKind(header) : parakeetKind(header);
    return { ...kind, bytes: size, addedAt: birthtimeMs };
  } catch (error) {
    if (isNodeError(error) && !isShortage(error)) return null;
    throw error;
  }
}

type Kind = Omit<SpeechModelHeader, keyof ModelHeader>;

/** Both contexts are the same in every Whisper model; native/engine/model-format.cpp decides the same way. */
function isWhisper(header: Buffer): boolean {
  return (
    WHISPER_VOCABULARIES.includes(header.readInt32LE(VOCABULARY_AT)) ||
    header.readInt32LE(AUDIO_CONTEXT_AT) === 1500 ||
    header.readInt32LE(TEXT_CONTEXT_AT) === 448
  );
}

function whisperKind(header: Buffer): Kind {
  const multilingual = header.readInt32LE(VOCABULARY_AT) > ENGLISH_VOCABULARY;
  // Turbo and distilled models have fewer decoder layers and were not trained on translation data.
  const whole = header.readInt32LE(ENCODER_LAYERS_AT) === header.readInt32LE(DECODER_LAYERS_AT);
  const languages = multilingual ? null : ['en'];
  return { architecture: 'whisper', multilingual, languages, translates: multilingual && whole };
}

function parakeetKind(header: Buffer): Kind {
  const multilingual = header.readInt32LE(VOCABULARY_AT) === PARAKEET_VOCABULARY;
  const languages = multilingual ? PARAKEET_LANGUAGES : ['en'];
  return { architecture: 'parakeet', multilingual, languages, translates: false };
}

/** Caches digests and computes one again only when its file has changed, once for all who ask meanwhile. */
export function createDigests() {
  const known = new Map<string, { identity: string; sha256: Promise<string> }>();
  return async (path: string): Promise<string> => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    const identity = [size, mtimeMs, ctimeMs, ino].join(' ');
    const before = known.get(path);
    if (before?.identity === identity) return before.sha256;
    const sha256 = sha256OfFile(path);
    known.set(path, { identity, sha256 });
    // What could not be read may be readable later.
    sha256.catch(() => known.delete(path));
    return sha256;
  };
}
