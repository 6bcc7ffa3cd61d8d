/**
 * A recording's voice embeddings in compact form (284 bytes a window, 8 MB for ten hours), so that it can be labeled
 * again without its audio.
 */
import { z } from 'zod';
import type { TimeSpan } from '../../shared/time.ts';
import { SOUND_NUMBERS } from './sound/window-sound.ts';
import {
  normalize,
  rowOf,
  type Turn,
  type VoiceEmbeddings,
  type VoiceTurn,
} from './voice-embeddings.ts';

const Header = z.object({
  model: z.string().nullable(),
  digest: z.string().nullable(),
  space: z.string(),
  dim: z.int().nonnegative(),
  windows: z.int().nonnegative(),
  regions: z.int().nonnegative(),
  channelTurns: z.int().nonnegative(),
  voiceTurns: z.int().nonnegative(),
  /** How many acoustic features each window has. */
  sounds: z.int().nonnegative(),
});

export type Evidence = {
  regions: readonly TimeSpan[];
  embeddings: VoiceEmbeddings;
  /** Who speaks when according to separate channels, if there are any. */
  channelTurns?: readonly Turn[] | undefined;
  /** Who speaks when within each window, if a turn model listened to it. */
  voiceTurns?: readonly VoiceTurn[] | undefined;
};

const SPAN_BYTES = 8;
const TURN_BYTES = 16;
/** Eight times the spread between windows of one voice. */
const LARGEST_SOUND = 0.6;

/**
 * A line of JSON, the spans as pairs of 32-bit numbers, the channel turns as four (the confidence in thousandths), the
 * voice turns as four, the vectors with 8 bits per number, and the acoustic features like the vectors.
 */
export function packEvidence({
  regions,
  embeddings,
  channelTurns = [],
  voiceTurns = [],
}: Evidence): Uint8Array {
  const { model, digest, space, dim, windows, vectors, sounds } = embeddings;
  const header = {
    model,
    digest,
    space,
    dim,
    windows: windows.length,
    regions: regions.length,
    channelTurns: channelTurns.length,
    voiceTurns: voiceTurns.length,
    sounds: sounds ? SOUND_NUMBERS : 0,
  };
  const values = [
    ...[...windows, ...regions].flatMap(({ startMs, endMs }) => [startMs, endMs]),
    ...channelTurns.flatMap((turn) => [
      ...[turn.startMs, turn.endMs, turn.speaker],
      Math.round(turn.confidence * 1000),
    ]),
    ...voiceTurns.flatMap((turn) => [turn.startMs, turn.endMs, turn.window, turn.voice]),
  ];
  const numbers = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    numbers.writeInt32LE(value, index * 4);
  });
  const small = new Int8Array(vectors.length);
  for (let row = 0; row < windows.length; row += 1) {
    const vector = rowOf(vectors, dim, row);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    vector.forEach((value, index) => {
      small[row * dim + index] = Math.round((value / largest) * 127);
    });
  }
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  return Buffer.concat([
    line,
    numbers,
    Buffer.from(small),
    packSounds(sounds ?? new Float32Array(0)),
  ]);
}

function packSounds(sounds: Float32Array): Buffer {
  const inRange = (value: number) => Math.max(-1, Math.min(1, value / LARGEST_SOUND));
  return Buffer.from(Int8Array.from(sounds, (value) => Math.round(inRange(value) * 127)).buffer);
}

/** @throws when the bytes were not made by `packEvidence`. */
export function unpackEvidence(packed: Uint8Array): Evidence {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = bytes.indexOf('\n');
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  const { model, digest, space, dim } = header;
  const spanAt = (at: number): TimeSpan => ({
    startMs: bytes.readInt32LE(at),
    endMs: bytes.readInt32LE(at + 4),
  });
  const spans = Array.from({ length: header.windows + header.regions }, (_, i) =>
    spanAt(end + 1 + i * SPAN_BYTES),
  );
  const channelTurnsAt = end + 1 + spans.length * SPAN_BYTES;
  const channelTurns = Array.from({ length: header.channelTurns }, (_, i): Turn => {
    const at = channelTurnsAt + i * TURN_BYTES;
    const speaker = bytes.readInt32LE(at + 8);
    return { ...spanAt(at), speaker, confidence: bytes.readInt32LE(at + 12) / 1000 };
  });
  const voiceTurnsAt = channelTurnsAt + header.channelTurns * TURN_BYTES;
  const voiceTurns = Array.from({ length: header.voiceTurns }, (_, i): VoiceTurn => {
    const at = voiceTurnsAt + i * TURN_BYTES;
    const window = bytes.readInt32LE(at + 8);
    return { ...spanAt(at), window, voice: bytes.readInt32LE(at + 12) };
  });
  const from = voiceTurnsAt + header.voiceTurns * TURN_BYTES;
  const vectors = new Float32Array(header.windows * dim).map((_, i) => bytes.readInt8(from + i));
  for (let row = 0; row < header.windows; row += 1) normalize(rowOf(vectors, dim, row));
  const windows = spans.slice(0, header.windows);
  const soundsAt = bytes.length - header.windows * header.sounds;
  const sounds = new Float32Array(header.windows * header.sounds).map(
    (_, i) => (bytes.readInt8(soundsAt + i) / 127) * LARGEST_SOUND,
  );
  return {
    regions: spans.slice(header.windows),
    embeddings: {
      model,
      digest,
      space,
      dim,
      windows,
      vectors,
      ...(header.sounds > 0 && { sounds }),
    },
    channelTurns: channelTurns.length === 0 ? undefined : channelTurns,
    voiceTurns: voiceTurns.length === 0 ? undefined : voiceTurns,
  };
}
