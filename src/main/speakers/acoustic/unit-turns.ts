import type { TimeSpan } from '../../../shared/time.ts';
import { joinTurns } from '../turns/find-turns.ts';
import type { Turn, VoicePrints } from '../voice-prints.ts';
import { followUnits, labelLike, type UnitLabels } from './follow-units.ts';

/**
 * Who speaks when, found anew unit by unit: a unit's frames tell more than the windows that `labels` gives to speakers.
 * The windows follow. Null for recordings that were heard before there were units, and by a model.
 */
export function findUnitTurns(
  prints: VoicePrints,
  regions: readonly TimeSpan[],
  labels: Int32Array,
  count: number,
): Turn[] | null {
  const { units, windows } = prints;
  if (!units || units.length === 0) return null;
  const found = followUnits(units, labelLike(units, windows, labels, count), count);
  labels.set(labelLike(windows, units, found.speakers, count));
  return unitTurns(units, found, regions);
}

/**
 * In the regions a pause between two units is halved between its units, and speech without a unit goes to
 * whoever spoke last. Units and regions are in order of time.
 */
function unitTurns(
  units: readonly TimeSpan[],
  { speakers, confidences }: UnitLabels,
  regions: readonly TimeSpan[],
): Turn[] {
  const turns: Turn[] = [];
  let unit = 0;
  for (const region of regions) {
    for (let startMs = region.startMs; startMs < region.endMs; ) {
      while (unit + 1 < units.length && border(units[unit], units[unit + 1]) <= startMs) unit += 1;
      const endMs = Math.min(region.endMs, border(units[unit], units[unit + 1]));
      const speaker = speakers[unit] ?? 0;
      turns.push({ startMs, endMs, speaker, confidence: confidences[unit] ?? 0 });
      startMs = endMs;
    }
  }
  return joinTurns(turns);
}

/** The middle of the pause; after the last unit there is none. */
function border(before: TimeSpan | undefined, after: TimeSpan | undefined): number {
  if (!before || !after) return Number.POSITIVE_INFINITY;
  return Math.round((before.endMs + after.startMs) / 2);
}
