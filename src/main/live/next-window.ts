/** Which part of the sound so far is transcribed next. Pure. */
import type { TimeSpan } from '../../shared/time.ts';

/** What is transcribed at once; the engine takes 30 s. */
export const MOST_MS = 28_000;
/** Silence behind speech that makes its words firm. */
const PAUSE_MS = 600;
/** Silence kept before speech. */
const LEAD_MS = 300;
/** From here on a shorter pause will do, so that people who hardly pause see firm words too. */
const LONG_MS = 6000;
/** Such a pause is looked for here; what comes after it is transcribed again with what follows. */
const LATEST_CUT = 0.9;

export type NextWindow =
  /** Nobody speaks before this time. */
  | { kind: 'silence'; untilMs: number }
  /** Its words are firm. */
  | { kind: 'firm'; span: TimeSpan }
  /** As long as a window can be, without a pause: its last words are transcribed again with the next. */
  | { kind: 'full'; span: TimeSpan }
  /** Somebody is still speaking. */
  | { kind: 'growing'; span: TimeSpan };

/** `regions` is the speech between two times, the later of which is as far as the sound goes, or a window can. */
export function nextWindow(
  regions: readonly TimeSpan[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): NextWindow {
  const [first, last] = [regions[0], regions.at(-1)];
  if (!first || !last) return { kind: 'silence', untilMs: Math.max(fromMs, toMs - LEAD_MS) };
  const startMs = Math.max(fromMs, first.startMs - LEAD_MS);
  if (toMs - last.endMs >= PAUSE_MS) {
    return { kind: 'firm', span: { startMs, endMs: Math.min(toMs, last.endMs + LEAD_MS) } };
  }
  const isLong = toMs - startMs >= LONG_MS;
  const cut = isLong ? longestPause(regions, startMs + (toMs - startMs) * LATEST_CUT) : null;
  if (cut !== null) return { kind: 'firm', span: { startMs, endMs: cut } };
  return { kind: toMs - fromMs < MOST_MS ? 'growing' : 'full', span: { startMs, endMs: toMs } };
}

/** The middle of the longest pause before a time; the later one of two. */
function longestPause(regions: readonly TimeSpan[], beforeMs: number): number | null {
  let longest = 0;
  let found: number | null = null;
  for (const [index, region] of regions.entries()) {
    const next = regions[index + 1];
    if (!next || next.startMs > beforeMs) break;
    const pause = next.startMs - region.endMs;
    if (pause < longest) continue;
    [longest, found] = [pause, Math.round((region.endMs + next.startMs) / 2)];
  }
  return found;
}
