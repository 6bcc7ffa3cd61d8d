/** Broadcasters' timing rules, in milliseconds. */
export const MIN_CUE_MS = 833;
const GAP_MS = 83;
/** A smaller gap flickers, so it is shortened to exactly `GAP_MS`. */
const SMALL_GAP_MS = 300;
/** How long a cue may stay after its last word for slow readers. */
const LINGER_MS = 500;

type CueTiming = {
  startMs: number;
  lastWordEndMs: number;
  /** Start of the next cue; Infinity after the last. */
  nextStartMs: number;
  width: number;
  softCps: number;
  maxMs: number;
};

/** When a cue disappears: after its last word and long enough to read, but before the next cue. */
export function cueEnd(cue: CueTiming): number {
  const { startMs, nextStartMs } = cue;
  const readableMs = startMs + Math.ceil((cue.width / cue.softCps) * 1000);
  const spoken = Math.max(cue.lastWordEndMs, Math.min(readableMs, cue.lastWordEndMs + LINGER_MS));
  const wanted = Math.min(Math.max(spoken, startMs + MIN_CUE_MS), startMs + cue.maxMs);
  const limit = nextStartMs - startMs > 2 * GAP_MS ? nextStartMs - GAP_MS : nextStartMs;
  const closes = nextStartMs - wanted < SMALL_GAP_MS && limit - startMs <= cue.maxMs;
  return Math.max(startMs + 1, closes ? limit : Math.min(wanted, limit));
}
