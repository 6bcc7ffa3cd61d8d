/** Whether a microphone hears what the computer plays, and how much later. Pure but for reading the samples. */
import { open } from 'node:fs/promises';

const RATE = 16_000;
const SAMPLES_A_MS = RATE / 1000;
const BLOCK_MS = 5000;
/** Buffers of sound servers and Bluetooth put the two tracks this far apart, either of them first. */
const MOST_LAG_MS = 250;
/** So many blocks are looked at, spread over the recording: of ten hours as of ten minutes. */
const MOST_BLOCKS = 60;
/** The computer is silent below this level, of 32,768. */
const AUDIBLE = 60;
/** Envelopes that have nothing to do with each other reach it, too, but not at the same lag time and again. */
const ALIKE = 0.3;
/** Blocks of one echo have the same lag. */
const SAME_LAG_MS = 5;

/** The channels of a file of interleaved samples. */
export type EchoTracks = { microphone: number; computer: number };

/** How many milliseconds the microphone is behind; null where it does not hear the computer. */
export async function findEcho(
  path: string,
  { microphone, computer }: EchoTracks,
  signal: AbortSignal,
): Promise<number | null> {
  await using file = await open(path, 'r');
  const blockBytes = BLOCK_MS * SAMPLES_A_MS * 4;
  const blocks = Math.max(1, Math.floor((await file.stat()).size / blockBytes));
  const step = Math.max(1, Math.ceil(blocks / MOST_BLOCKS));
  const bytes = Buffer.alloc(blockBytes);
  const lags: number[] = [];
  for (let block = 0; block < blocks; block += step) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(bytes, 0, blockBytes, block * blockBytes);
    const read = bytes.subarray(0, bytesRead);
    const played = envelopeOf(read, computer);
    if (meanOf(played) < AUDIBLE) continue;
    const found = bestLag(envelopeOf(read, microphone), played);
    if (found.likeness >= ALIKE) lags.push(found.lagMs);
  }
  const sorted = lags.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  if (median === undefined) return null;
  const agreeing = lags.filter((lag) => Math.abs(lag - median) <= SAME_LAG_MS);
  return agreeing.length * 2 > lags.length ? median : null;
}

/** The mean amplitude of each millisecond of one of two channels. */
function envelopeOf(bytes: Buffer, channel: number): Float32Array {
  const envelope = new Float32Array(Math.floor(bytes.length / (SAMPLES_A_MS * 4)));
  for (let ms = 0; ms < envelope.length; ms++) {
    let sum = 0;
    for (let sample = 0; sample < SAMPLES_A_MS; sample++) {
      sum += Math.abs(bytes.readInt16LE(((ms * SAMPLES_A_MS + sample) * 2 + channel) * 2));
    }
    envelope[ms] = sum / SAMPLES_A_MS;
  }
  return envelope;
}

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The lag at which two envelopes are most alike, and Pearson's correlation there. */
function bestLag(heard: Float32Array, played: Float32Array): { lagMs: number; likeness: number } {
  const [a, b] = [centred(heard), centred(played)];
  let best = { lagMs: 0, likeness: 0 };
  for (let lagMs = -MOST_LAG_MS; lagMs <= MOST_LAG_MS; lagMs++) {
    let [product, powerA, powerB] = [0, 0, 0];
    for (let at = Math.max(0, -lagMs); at < Math.min(b.length, a.length - lagMs); at++) {
      const [one, other] = [a[at + lagMs] ?? 0, b[at] ?? 0];
      product += one * other;
      powerA += one * one;
      powerB += other * other;
    }
    const likeness = product / Math.sqrt(powerA * powerB || 1);
    if (likeness > best.likeness) best = { lagMs, likeness };
  }
  return best;
}

function centred(values: Float32Array): Float32Array {
  const mean = meanOf(values);
  return values.map((value) => value - mean);
}
