/** The quieter line of a call, which is lost where both lines are mixed as they are. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels, QuietLine } from '../../channels.ts';
import { joinSpans } from '../turns/join-spans.ts';
import {
  areTwoPeople,
  findOneSided,
  floorsOf,
  meanPower,
  sidePowers,
  stepsIn,
  wholeOf,
} from './side-steps.ts';

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
