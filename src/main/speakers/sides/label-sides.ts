import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels, QuietLine } from '../../channels.ts';
import type { Labeling } from '../labeling.ts';
import { joinSpans, joinTurns } from '../turns/find-turns.ts';
import { profilesOf, type Turn, type VoicePrints } from '../voice-prints.ts';
import {
  areTwoPeople,
  findOneSided,
  floorsOf,
  meanPower,
  sidePowers,
  stepsIn,
  wholeOf,
} from './side-steps.ts';

/** Each side is one person; where another number is expected, voices must be told apart. */
export function fitsSides(expected: number | null): boolean {
  return expected === null || expected === 2;
}

/** The labeling that separate channels give; `prints`, with windows cut from `sides`, only describe the voices. */
export function labelSides(sides: readonly Turn[], prints: VoicePrints): Labeling {
  const turns = joinTurns(sides);
  const count = new Set(turns.map(({ speaker }) => speaker)).size;
  let at = 0;
  const labels = Int32Array.from(prints.windows, ({ startMs }) => {
    while (at + 1 < sides.length && (sides[at]?.endMs ?? 0) <= startMs) at += 1;
    return sides[at]?.speaker ?? 0;
  });
  return {
    method: 'channels',
    turns,
    count,
    confidence: meanConfidence(turns),
    prints,
    profiles: profilesOf(prints, labels, count),
    sides,
  };
}

function meanConfidence(turns: readonly Turn[]): number {
  let [sum, total] = [0, 0];
  for (const { startMs, endMs, confidence } of turns) {
    sum += confidence * (endMs - startMs);
    total += endMs - startMs;
  }
  return sum / Math.max(1, total);
}

/** A line that is 10 dB quieter is heard as well as the other; making it louder than that would only add its noise. */
const HEARD = 0.1;
/** A line is that much louder (3 dB) while its own person speaks: an echo or music is not. */
const OWN = 2;
/** Speech begins and ends softer than what is measured of it. */
const EDGE_MS = 250;

/**
 * The line of a call that is more than 10 dB quieter than the other. Null for everything else: lines about as loud,
 * rooms, music, one channel on both sides, and lines with nothing on them but noise, music or an echo.
 */
export function findQuietLine(levels: ChannelLevels): QuietLine | null {
  const floors = floorsOf(levels);
  const steps = stepsIn(levels, floors, [wholeOf(levels)]);
  const spoken = findOneSided(steps, sidePowers(steps));
  const powers = sidePowers(stepsIn(levels, floors, spoken));
  const [side, other] =
    powers.left < powers.right ? (['left', 'right'] as const) : (['right', 'left'] as const);
  if (powers[side] >= HEARD * powers[other] || !areTwoPeople(levels, steps, powers)) return null;
  const spans = findOneSided(steps, powers, [side]);
  const meanIn = (regions: readonly TimeSpan[]) =>
    meanPower(stepsIn(levels, floors, regions), side);
  if (meanIn(spans) < OWN * meanIn(findOneSided(steps, powers, [other]))) return null;
  const gain = Math.sqrt((HEARD * powers[other]) / powers[side]);
  return { side, gain, spans: widen(spans) };
}

function widen(spans: readonly TimeSpan[]): TimeSpan[] {
  return joinSpans(
    spans.map(({ startMs, endMs }) => ({
      startMs: Math.max(0, startMs - EDGE_MS),
      endMs: endMs + EDGE_MS,
    })),
    EDGE_MS,
  );
}
