/**
 * Finds out whether the write-ahead log was emptied, cut, garbled or replaced after the service was killed. SQLite takes
 * such a log for one that simply ends earlier. How long it was is in the index beside it, which outlives the process but
 * not the machine (sqlite.org/walformat.html).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from './data-folder.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const INDEX_HEADER = 48;
/** The first word of a log whose checksums read words with the least significant byte first. */
const LITTLE_ENDIAN = 0x377f0682;

/** Before the database is opened, which makes the index again. False also where it cannot be told. */
export function isWalDamaged(folder: string, now: number): boolean {
  const index = readIndex(join(folder, `${DATABASE}-shm`), now - uptime() * 1000);
  if (index === null || index.frames === 0) return false;
  const path = join(folder, `${DATABASE}-wal`);
  const log = existsSync(path) ? readFileSync(path) : Buffer.of();
  if (log.length < LOG_HEADER + index.frames * (FRAME_HEADER + index.pageSize)) return true;
  if (!log.subarray(16, 24).equals(index.salts)) return true;
  return !isIntact(log, index);
}

type Index = { frames: number; pageSize: number; salts: Buffer };

/** What the index says of the log; null if it is missing, unfinished, or from before the machine was started. */
function readIndex(path: string, machineStartedAt: number): Index | null {
  if (!existsSync(path)) return null;
  // After a power cut the index on the disk may be an older one than the log.
  if (statSync(path).mtimeMs < machineStartedAt) return null;
  const bytes = readFileSync(path).subarray(0, 2 * INDEX_HEADER);
  const header = bytes.subarray(0, INDEX_HEADER);
  const isWhole = bytes.length === 2 * INDEX_HEADER && header.equals(bytes.subarray(INDEX_HEADER));
  if (!isWhole || header[12] !== 1) return null;
  const pageSize = header.readUInt16LE(14);
  return {
    frames: header.readUInt32LE(16),
    // 65,536 does not fit, and is written as 1.
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    salts: Buffer.from(header.subarray(32, 40)),
  };
}

/** Whether the checksum of each frame is right; it covers all frames before. */
function isIntact(log: Buffer, { frames, pageSize, salts }: Index): boolean {
  const readsLittle = log.readUInt32BE(0) === LITTLE_ENDIAN;
  let [a, b] = [0, 0];
  const add = (part: Buffer): void => {
    for (let at = 0; at < part.length; at += 8) {
      const [x, y] = readsLittle
        ? [part.readUInt32LE(at), part.readUInt32LE(at + 4)]
        : [part.readUInt32BE(at), part.readUInt32BE(at + 4)];
      a = (a + x + b) >>> 0;
      b = (b + y + a) >>> 0;
    }
  };
  const isSumAt = (at: number) => log.readUInt32BE(at) === a && log.readUInt32BE(at + 4) === b;
  add(log.subarray(0, 24));
  if (!isSumAt(24)) return false;
  for (let frame = 0; frame < frames; frame++) {
    const at = LOG_HEADER + frame * (FRAME_HEADER + pageSize);
    add(log.subarray(at, at + 8));
    add(log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize));
    if (!isSumAt(at + 16) || !log.subarray(at + 8, at + 16).equals(salts)) return false;
  }
  return true;
}
