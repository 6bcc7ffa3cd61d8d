/** What is longer than an agent takes at once, a page at a time. */
import { z } from 'zod';

/** About ten thousand tokens: an answer that leaves an agent room to think. */
export const MAX_CHARACTERS = 40_000;

/** Which part of something a page is. */
export const Place = z.object({
  unit: z.string().describe('What is counted: segments, lines or cues.'),
  total: z.int(),
  offset: z.int(),
  count: z.int(),
  next_offset: z.int().nullable().describe('`null` at the end.'),
  cut: z.string().nullable().describe('What is not shown here, and how to get it.'),
});
export type Place = z.infer<typeof Place>;

/** As many pieces from `offset` on as fit, but at least one, so that reading on always gets somewhere. */
export function takePage(
  pieces: readonly string[],
  {
    unit,
    offset,
    most = pieces.length,
    sizeOf,
  }: { unit: string; offset: number; most?: number; sizeOf: (piece: string) => number },
): { shown: string[]; place: Place } {
  const shown: string[] = [];
  let characters = 0;
  for (const piece of pieces.slice(offset, offset + most)) {
    characters += sizeOf(piece);
    if (shown.length > 0 && characters > MAX_CHARACTERS) break;
    shown.push(piece);
  }
  const total = pieces.length;
  const end = offset + shown.length;
  const rest = end < total;
  const place = {
    unit,
    total,
    offset,
    count: shown.length,
    next_offset: rest ? end : null,
    cut: rest ? `${total - end} of ${total} ${unit} follow: call with offset ${end}.` : null,
  };
  return { shown, place };
}
