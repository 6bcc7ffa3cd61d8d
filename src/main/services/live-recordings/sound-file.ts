/**
 * The sound of a recording while it is made, in two files that only grow. `sound` has nothing but samples, so that
 * whatever becomes of the rest, it can be played up to its last byte. `pieces` says which piece lies where: a line of
 * fixed length for each, written once its samples are on the disk.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MAX_RECORDED_HOURS } from '../../../shared/recordings.ts';
import { MAX_PIECE_SECONDS, RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import { syncFolder, whileSyncing } from '../../core/durable-files.ts';
import { AppError } from '../../core/errors.ts';

export const SOUND = 'sound';
export const PIECES = 'pieces';
/** Start, number of samples, missing track, CRC-32 of the samples, CRC-32 of all of that: four bytes each. */
const LINE_BYTES = 20;
const MOST_SAMPLES = MAX_RECORDED_HOURS * 3600 * RECORDED_RATE;
const SAMPLES_A_MS = RECORDED_RATE / 1000;
/** Two clocks never agree to the sample: less than this is no gap. */
const LEAST_SILENCE = 20 * SAMPLES_A_MS;
/** Nobody hears a shorter one. */
const LEAST_GAP_MS = 250;

/** A piece of sound as it was sent; `atMs` is null where it follows on, `missing` the index of a track. */
export type Piece = {
  number: number;
  samples: Uint8Array;
  atMs: number | null;
  missing: number | null;
};
/** Where there is silence instead of sound; `track` is null where all of them lack it. */
export type Gap = TimeSpan & { track: number | null };

type Line = { start: number; count: number; missing: number | null; crc: number };

export type SoundFile = Awaited<ReturnType<typeof openSoundFile>>;

/** Opens the sound in a folder, or begins it there. What a crash left unfinished in `pieces` is cut off. */
export async function openSoundFile(folder: string, { tracks }: { tracks: number }) {
  const frame = 2 * tracks;
  // Closed again where one of them cannot be opened or read.
  await using opened = new AsyncDisposableStack();
  const sound = opened.use(await openOrMake(join(folder, SOUND)));
  const pieces = opened.use(await openOrMake(join(folder, PIECES)));
  await syncFolder(folder);
  const lines = await readLines(pieces);
  await pieces.truncate(lines.length * LINE_BYTES);
  const ends = () => {
    const last = lines.at(-1);
    return last ? last.start + last.count : 0;
  };
  /** Samples behind the last piece are those of one that was never acknowledged, and comes again. */
  let rest = Math.floor((await sound.stat()).size / frame) - ends();
  if (rest > MAX_PIECE_SECONDS * RECORDED_RATE) {
    // So many are pieces whose lines were damaged.
    await add({ start: ends(), count: rest, missing: null, crc: 0 });
    rest = 0;
  }

  async function add(line: Line): Promise<void> {
    await writeAll(pieces, toBytes(line), lines.length * LINE_BYTES);
    await pieces.datasync();
    lines.push(line);
  }

  const check = ({ number, samples }: Piece): void => {
    if (samples.length === 0 || samples.length % frame !== 0) {
      const message = `A piece has whole samples of ${tracks === 1 ? 'one track: two' : 'both tracks: four'} bytes each, and this one has ${samples.length} bytes.`;
      throw new AppError('invalid_request', { param: 'body', message });
    }
    if (number > lines.length) {
      const message = `Piece ${lines.length} is the next one of this recording, not piece ${number}.`;
      throw new AppError('piece_out_of_order', { param: 'number', message });
    }
  };

  /** Both files as they were, as far as a full disk lets them be. */
  const undo = async (): Promise<void> => {
    await pieces.truncate(lines.length * LINE_BYTES).catch(() => {});
    await sound.truncate(ends() * frame).catch(() => {});
  };

  const files = opened.move();
  return {
    path: join(folder, SOUND),
    next: () => lines.length,
    durationMs: () => Math.floor(ends() / SAMPLES_A_MS),
    gaps: () => gapsIn(lines),

    /** Whether all of it was there before. On the disk when it resolves. @throws invalid_request, piece_…, recording_too_long */
    async append(piece: Piece): Promise<{ known: boolean }> {
      check(piece);
      const crc = crc32(piece.samples);
      const count = piece.samples.length / frame;
      const before = lines[piece.number];
      if (before) {
        if (before.crc === crc && before.count === count) return { known: true };
        throw new AppError('piece_differs', { param: 'number' });
      }
      const at = piece.atMs === null ? 0 : Math.round(piece.atMs * SAMPLES_A_MS);
      const start = at >= ends() + LEAST_SILENCE ? at : ends();
      if (start + count > MOST_SAMPLES) throw new AppError('recording_too_long');
      const line = { start, count, missing: piece.missing, crc };
      try {
        await whileSyncing(async () => {
          // It would be heard in a gap.
          if (rest > 0) await sound.truncate(ends() * frame);
          rest = 0;
          await writeAll(sound, piece.samples, start * frame);
          await sound.datasync();
          await add(line);
        });
      } catch (error) {
        await undo();
        throw error;
      }
      return { known: false };
    },

    /** The samples of a span, all tracks interleaved; fewer at the end. */
    async read({ startMs, endMs }: TimeSpan): Promise<Uint8Array> {
      const bytes = new Uint8Array((endMs - startMs) * SAMPLES_A_MS * frame);
      const { bytesRead } = await sound.read(
        bytes,
        0,
        bytes.length,
        startMs * SAMPLES_A_MS * frame,
      );
      return bytes.subarray(0, bytesRead - (bytesRead % frame));
    },

    /** Whether there is anything to hear, also of a piece that was never acknowledged. */
    isEmpty: async () => (await sound.stat()).size < frame,

    close: (): Promise<void> => files.disposeAsync(),
  };
}

async function openOrMake(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  await file.close();
  return open(path, 'r+');
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

function toBytes({ start, count, missing, crc }: Line): Uint8Array {
  const bytes = Buffer.alloc(LINE_BYTES);
  bytes.writeUInt32LE(start, 0);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt32LE(missing === null ? 0 : missing + 1, 8);
  bytes.writeUInt32LE(crc, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, LINE_BYTES - 4)), LINE_BYTES - 4);
  return bytes;
}

/** Up to the first that is damaged: what comes after it is numbered again, and its sound is kept. */
async function readLines(file: FileHandle): Promise<Line[]> {
  const bytes = await file.readFile();
  const lines: Line[] = [];
  for (let at = 0; at + LINE_BYTES <= bytes.length; at += LINE_BYTES) {
    const line = bytes.subarray(at, at + LINE_BYTES);
    const checked = line.readUInt32LE(LINE_BYTES - 4);
    if (crc32(line.subarray(0, LINE_BYTES - 4)) !== checked) break;
    const missing = line.readUInt32LE(8);
    lines.push({
      start: line.readUInt32LE(0),
      count: line.readUInt32LE(4),
      missing: missing === 0 ? null : missing - 1,
      crc: line.readUInt32LE(12),
    });
  }
  return lines;
}

/** Gaps that follow on each other are one. */
function gapsIn(lines: readonly Line[]): Gap[] {
  const gaps: Gap[] = [];
  const add = (start: number, end: number, track: number | null): void => {
    const [startMs, endMs] = [start / SAMPLES_A_MS, end / SAMPLES_A_MS].map(Math.round) as [
      number,
      number,
    ];
    const last = gaps.at(-1);
    if (last && last.track === track && startMs - last.endMs <= 1) last.endMs = endMs;
    else gaps.push({ startMs, endMs, track });
  };
  let end = 0;
  for (const { start, count, missing } of lines) {
    if (start > end) add(end, start, null);
    end = start + count;
    if (missing !== null) add(start, end, missing);
  }
  return gaps.filter(({ startMs, endMs }) => endMs - startMs >= LEAST_GAP_MS);
}
