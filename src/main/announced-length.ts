/** Bytes whose number was announced before they came. */

type Difference = 'more' | 'fewer';

/**
 * Passes exactly as many bytes on as were announced, for `pipeline` or a loop. Ends at the first byte too many, before
 * it is passed on, and at an end that comes too early.
 *
 * @throws what `refuse` makes of the difference
 */
export async function* exactly(
  content: AsyncIterable<Uint8Array>,
  announced: number,
  refuse: (came: Difference) => Error,
): AsyncGenerator<Uint8Array> {
  let left = announced;
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) throw refuse('more');
    yield chunk;
  }
  if (left > 0) throw refuse('fewer');
}
