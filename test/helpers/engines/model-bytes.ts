const MAGIC = 0x67676d6c;
/** How many words a Whisper model knows: of English alone, or of many languages. */
export const [ENGLISH, MULTILINGUAL] = [51_864, 51_865];

/** The head of a Whisper model that has as many layers on both sides, as one that translates has. */
export function modelBytes(vocab: number, last = 0): Buffer {
  const bytes = Buffer.alloc(64, last);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeInt32LE(vocab, 4);
  return bytes;
}
