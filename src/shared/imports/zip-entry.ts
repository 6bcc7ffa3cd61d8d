/** One file out of a ZIP archive that nobody vouches for. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
import { Inflate } from 'fflate';
import {
  MAX_TRANSCRIPT_BYTES,
  TranscriptFileError,
  tooLarge,
  unreadable,
} from './given-transcript.ts';

const [FILE, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** With the longest comment. */
const END_BYTES = 22 + 65_535;
const [STORED, DEFLATED] = [0, 8];
/** The flag of a file with a password. */
const ENCRYPTED = 1;
/** So much is unpacked before it is measured again: at most a thousand times as much. */
const PIECE = 16_384;

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length > 4 && viewOf(bytes).getUint32(0, true) === FILE;
}

/**
 * The first file whose name is wanted; null if there is none. The archive's own word on how large it is counts for nothing.
 * @throws transcript_too_large, transcript_unreadable
 */
export function readZipEntry(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Uint8Array | null {
  try {
    const view = viewOf(bytes);
    const end = findEnd(view);
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    for (let entry = 0; entry < count; entry++) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError('No entry.');
      const length = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
      if (isWanted(name)) return unpack(bytes, at);
      at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return null;
  } catch (error) {
    if (error instanceof TranscriptFileError) throw error;
    throw unreadable('The transcript is a damaged ZIP archive.');
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES);
  for (let at = view.byteLength - 22; at >= first; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new RangeError('No end.');
}

/** `at` is its place in the list at the archive's end. */
function unpack(bytes: Uint8Array, at: number): Uint8Array {
  const view = viewOf(bytes);
  if (view.getUint16(at + 8, true) & ENCRYPTED) {
    throw unreadable(
      'The transcript is a ZIP archive with a password. Save it without one, then try again.',
    );
  }
  const method = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 20, true);
  const file = view.getUint32(at + 42, true);
  const from = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
  if (from + size > bytes.length) throw new RangeError('It is cut off.');
  const packed = bytes.subarray(from, from + size);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new RangeError('It is packed in another way.');
  return inflate(packed);
}

function inflate(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const unpacker = new Inflate((piece) => {
    length += piece.length;
    if (length > MAX_TRANSCRIPT_BYTES) throw tooLarge();
    pieces.push(piece);
  });
  for (let at = 0; at < packed.length; at += PIECE) {
    unpacker.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
