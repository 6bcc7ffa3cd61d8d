/** How recorded sound is sent, apart from what checks it: the threads that hear it need nothing else. */

/** Sound is sent as signed 16-bit little-endian samples at this rate, the tracks interleaved in their order. */
export const RECORDED_RATE = 16_000;
/** The longest piece of sound that is taken at once; half a second is usual. */
export const MAX_PIECE_SECONDS = 10;
/** What the largest piece has: two tracks. */
export const MAX_PIECE_BYTES = MAX_PIECE_SECONDS * RECORDED_RATE * 2 * 2;
