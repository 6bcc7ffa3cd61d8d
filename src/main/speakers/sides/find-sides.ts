/** Two separate channels, such as the two ends of a call: whoever is louder on their own side speaks. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels } from '../../channels.ts';
import { joinSpans } from '../turns/join-spans.ts';
import { followSpeakers } from '../turns/stay.ts';
import type { Turn } from '../voice-prints.ts';
import {
  areTwoPeople,
  findOneSided,
  floorsOf,
  type Powers,
  sidePowers,
  stepsIn,
  wholeOf,
} from './side-steps.ts';

/** From here on (20 dB) a louder side says no more. */
const SURE = 100;
/** What a change of speaker must bring, in sums of how sure the steps are: two sure ones are a turn, one is not. */
const CHANGE_COST = 0.75;

/**
 * Who speaks when in the regions, and where else one side is clearly heard: beside a loud side, a quiet one can be lost
 * in the mix that the detector listens to. One person on each side, numbered as they first speak. Null where the sides
 * are not two people's: one recording on both, a room, music, or one without speech.
 */
export function findSides(levels: ChannelLevels, regions: readonly TimeSpan[]): Turn[] | null {
  const floors = floorsOf(levels);
  const heard = stepsIn(levels, floors, regions);
  const powers = sidePowers(heard);
  if (!areTwoPeople(levels, heard, powers)) return null;
  const alone = findOneSided(stepsIn(levels, floors, [wholeOf(levels)]), powers);
  const spoken = joinSpans([...regions, ...alone]);
  const steps = [...stepsIn(levels, floors, spoken)];
  const leans = steps.map(leanOf);
  const fits = Float32Array.from(leans.flatMap((lean) => [lean / 2, -lean / 2]));
  const sides = followSpeakers(fits, 2, (step) => (steps[step]?.opensRegion ? 0 : CHANGE_COST));
  const first = sides[0] ?? 0;
  const turns: Turn[] = [];
  steps.forEach(({ startMs, endMs, opensRegion }, index) => {
    const side = sides[index] ?? 0;
    const speaker = side === first ? 0 : 1;
    const sure = Math.max(0, (side === 0 ? 1 : -1) * (leans[index] ?? 0)) * (endMs - startMs);
    const last = turns.at(-1);
    if (!opensRegion && last?.speaker === speaker) {
      last.endMs = endMs;
      last.confidence += sure;
    } else turns.push({ startMs, endMs, speaker, confidence: sure });
  });
  for (const turn of turns) turn.confidence /= turn.endMs - turn.startMs;
  return turns.some(({ speaker }) => speaker === 1) ? turns : null;
}

/** 1 is surely the left side, −1 surely the right one. */
function leanOf({ left, right }: Powers): number {
  const lean = Math.log((left + 1e-12) / (right + 1e-12)) / Math.log(SURE);
  return Math.min(1, Math.max(-1, lean));
}
