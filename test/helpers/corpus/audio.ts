/** Recordings with known truth, cut from the fixture pool and put together at will. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { z } from 'zod';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';

export const SAMPLES_PER_MS = 16;

const PoolSegment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string(),
  voice: z.string(),
  language: z.string(),
  topic: z.string(),
});
const Pool = z.object({ segments: z.array(PoolSegment) });

export type Clip = z.infer<typeof PoolSegment>;
type TruthSegment = {
  startMs: number;
  endMs: number;
  text: string;
  speaker: string;
  voice: string;
  language: string;
  topic: string;
};
export type Composed = {
  samples: Int16Array<ArrayBuffer>;
  durationMs: number;
  truth: TruthSegment[];
};

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
/** Around each sentence, so that its first and last sound are whole. */
const CUT_MARGIN_MS = 50;
const MIN_GAP_MS = 250;

let clips: Clip[] | undefined;

/** Every sentence of the pool; filter it by voice, topic or language. */
export function poolClips(): readonly Clip[] {
  clips ??= Pool.parse(JSON.parse(readFileSync(`${FIXTURES}pool.json`, 'utf8'))).segments;
  return clips;
}

/** Decoded once for all files of a worker, which takes a second. */
let pool: Int16Array<ArrayBuffer> | undefined;

/** The pool's own samples, 16 kHz mono, for tests that only read them. */
export function loadPool(ffmpeg = 'ffmpeg'): Int16Array<ArrayBuffer> {
  pool ??= decodePool(ffmpeg);
  return pool;
}

const decodePool = (ffmpeg: string) => decodeFile(`${FIXTURES}pool.ogg`, ffmpeg);

/** The samples of a file, 16 kHz mono. */
export function decodeFile(path: string, ffmpeg = 'ffmpeg'): Int16Array<ArrayBuffer> {
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '16000'];
  const { stdout } = execaSync(ffmpeg, [...args, '-f', 's16le', 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 100_000_000,
  });
  return s16FromBytes(stdout);
}

type ComposeOptions = {
  /** From `loadPool`. */
  pool: Int16Array;
  clips: readonly Clip[];
  /** Silence before each clip, used in turn; at least 250 ms. */
  gapsMs?: readonly number[];
  /** How much louder each clip is in dB, used in turn. */
  gainsDb?: readonly number[];
  /** Level of the white noise under everything in dBFS; without it the gaps are digital silence. */
  noiseDb?: number;
  seed?: number;
};

/** Puts sentences one after the other. The same options give the same samples. */
export function composeSpeech(options: ComposeOptions): Composed {
  const { pool, clips, gapsMs = [500], gainsDb = [0] } = options;
  const truth: TruthSegment[] = [];
  const parts: { atMs: number; samples: Int16Array; gain: number }[] = [];
  let atMs = 0;
  for (const [index, clip] of clips.entries()) {
    atMs += Math.max(MIN_GAP_MS, gapsMs[index % gapsMs.length] ?? MIN_GAP_MS);
    const [startMs, endMs] = [Math.round(clip.start * 1000), Math.round(clip.end * 1000)];
    const from = Math.max(0, startMs - CUT_MARGIN_MS);
    const samples = pool.subarray(from * SAMPLES_PER_MS, (endMs + CUT_MARGIN_MS) * SAMPLES_PER_MS);
    parts.push({ atMs, samples, gain: amplitude(gainsDb[index % gainsDb.length] ?? 0) });
    const { start: _start, end: _end, ...known } = clip;
    truth.push({
      ...known,
      startMs: atMs + startMs - from,
      endMs: atMs + endMs - from,
    });
    atMs += Math.round(samples.length / SAMPLES_PER_MS);
  }
  const durationMs = atMs + MIN_GAP_MS;
  const samples = noise(durationMs, options.noiseDb, options.seed ?? 1);
  for (const part of parts) mix(samples, part);
  return { samples, durationMs, truth };
}

/** White noise of a given RMS level; silence when no level is given. */
export function noise(
  durationMs: number,
  levelDb: number | undefined,
  seed = 1,
): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(durationMs * SAMPLES_PER_MS);
  if (levelDb === undefined) return samples;
  const random = seededRandom(seed);
  const peak = 32_768 * amplitude(levelDb) * Math.sqrt(3); // RMS of an even distribution is peak/√3
  return samples.map(() => Math.round((random() * 2 - 1) * peak));
}

/** s16le bytes as they are on disk; the tests' machines are little-endian. */
export function bytesOfS16(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

export function s16FromBytes(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const even = Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return new Int16Array(even.buffer);
}

/** A RIFF header for 16 kHz mono s16; `dataBytes` may lie. */
export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE((36 + dataBytes) >>> 0, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes >>> 0, 40);
  return header;
}

/** A whole WAV file. */
export function wavFile(samples: Int16Array): Buffer {
  return Buffer.concat([wavHeader(samples.byteLength), bytesOfS16(samples)]);
}

function amplitude(db: number): number {
  return 10 ** (db / 20);
}

function mix(target: Int16Array, part: { atMs: number; samples: Int16Array; gain: number }): void {
  const offset = part.atMs * SAMPLES_PER_MS;
  for (const [index, sample] of part.samples.entries()) {
    const sum = (target[offset + index] ?? 0) + sample * part.gain;
    target[offset + index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}
