/** Bytes whose number was announced before they came, or may only be so large. */

/**
 * Passes exactly as many bytes on as were announced, for `pipeline` or a loop. Ends at the first byte too many, before
 * it is passed on, and at an end that comes too early.
 *
 * @throws what `refuse` makes of the difference
 */
export async function* exactly<Chunk extends Uint8Array>(
  content: AsyncIterable<Chunk>,
  announced: number,
  refuse: (came: 'more' | 'fewer') => Error,
): AsyncGenerator<Chunk> {
  let left = announced;
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) throw refuse('more');
    yield chunk;
  }
  if (left > 0) throw refuse('fewer');
}

/** All of a small body, or null as soon as it has more than `most` bytes. */
export async function readAtMost(
  content: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}
