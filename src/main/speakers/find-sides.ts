/** Two separate channels, such as the two ends of a call: whoever is louder on their own side speaks. Pure. */
import { joinSpans } from './join-spans.ts';
import { followSpeakers } from './stay.ts';
import type { TimeSpan, Turn } from './voice-prints.ts';

/** Three numbers for each step, full scale being 1: the mean squares of left and right, the mean of their product. */
export type ChannelLevels = { stepMs: number; values: Float32Array };

/** Correlation of the two sides over the speech; of one microphone copied to both it is 1. */
const ALIKE = 0.6;
/** A side that is so much louder than the other (6 dB) has the step to itself … */
const ONE_SIDED = 4;
/** … which must be so in most of the speech: people take turns, and rooms and music are on both sides. */
const MOSTLY = 0.75;
/** Each side speaks in this part of the speech, for at least so long, … */
const LEAST_SHARE = 0.05;
const LEAST_MS = 2000;
/** … and what is 27 dB below the other side's speech is an echo or noise. */
const QUIETEST = 0.002;
/** A step counts when a side is within 20 dB of its own speech. */
const AUDIBLE = 0.01;
const FLOOR_AT = 0.1;
/** From here on (20 dB) a louder side says no more. */
const SURE = 100;
/** What a change of speaker must bring, in sums of how sure the steps are: two sure ones are a turn, one is not. */
const CHANGE_COST = 0.75;

/** Quiet speech lasts so long at least, with pauses up to so long. */
const LEAST_QUIET_MS = 400;
const QUIET_PAUSE_MS = 200;

type Powers = { left: number; right: number };

/** A part of a region, with the power of both sides above their noise. */
type Step = TimeSpan & { left: number; right: number; opensRegion: boolean };

/**
 * Who speaks when in the regions, and where else one side is clearly heard: one person on each side, numbered as they
 * first speak. Null where the sides are not two people's: one recording on both, a room, music, or one without speech.
 */
export function findSides(levels: ChannelLevels, regions: readonly TimeSpan[]): Turn[] | null {
  const floors = { left: floorOf(levels.values, 0), right: floorOf(levels.values, 1) };
  const heard = cutSteps(levels, floors, regions);
  const powers = sidePowers(heard);
  if (correlationOf(levels, heard) >= ALIKE || !takeTurns(heard, powers, levels.stepMs))
    return null;
  const quiet = findQuietSpeech(levels, floors, powers);
  const steps = cutSteps(levels, floors, joinSpans([...regions, ...quiet]));
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

function cutSteps(
  { stepMs, values }: ChannelLevels,
  floors: Powers,
  regions: readonly TimeSpan[],
): Step[] {
  return regions.flatMap((region) => {
    const from = Math.floor(region.startMs / stepMs);
    const count = Math.ceil(region.endMs / stepMs) - from;
    return Array.from({ length: count }, (_, index) => ({
      startMs: Math.max(region.startMs, (from + index) * stepMs),
      endMs: Math.min(region.endMs, (from + index + 1) * stepMs),
      left: Math.max(0, (values[(from + index) * 3] ?? 0) - 2 * floors.left),
      right: Math.max(0, (values[(from + index) * 3 + 1] ?? 0) - 2 * floors.right),
      opensRegion: index === 0,
    }));
  });
}

/** The noise of a side: a tenth of the recording is quieter. */
function floorOf(values: Float32Array, side: 0 | 1): number {
  const powers = values.filter((_, index) => index % 3 === side).sort();
  return powers[Math.floor(powers.length * FLOOR_AT)] ?? 0;
}

function correlationOf({ stepMs, values }: ChannelLevels, steps: readonly Step[]): number {
  let [left, right, product] = [0, 0, 0];
  for (const { startMs } of steps) {
    const at = Math.floor(startMs / stepMs) * 3;
    left += values[at] ?? 0;
    right += values[at + 1] ?? 0;
    product += values[at + 2] ?? 0;
  }
  return Math.abs(product) / Math.max(1e-12, Math.sqrt(left * right));
}

/** The mean power of each side's own speech. */
function sidePowers(steps: readonly Step[]): Powers {
  return {
    left: meanOf(steps.filter((s) => s.left > ONE_SIDED * s.right).map((s) => s.left)),
    right: meanOf(steps.filter((s) => s.right > ONE_SIDED * s.left).map((s) => s.right)),
  };
}

/**
 * What one side says, also where the detector hears nothing: beside a loud side, a quiet one is lost in the mix that
 * the detector listens to.
 */
function findQuietSpeech(levels: ChannelLevels, floors: Powers, powers: Powers): TimeSpan[] {
  const { stepMs, values } = levels;
  const whole = { startMs: 0, endMs: (values.length / 3) * stepMs };
  const spoken = cutSteps(levels, floors, [whole]).filter(
    ({ left, right }) =>
      (left > AUDIBLE * powers.left && left > ONE_SIDED * right) ||
      (right > AUDIBLE * powers.right && right > ONE_SIDED * left),
  );
  return joinSpans(spoken, QUIET_PAUSE_MS).filter(
    ({ startMs, endMs }) => endMs - startMs >= LEAST_QUIET_MS,
  );
}

/** Whether the speech is mostly one-sided, and both sides have enough of it. */
function takeTurns(steps: readonly Step[], { left, right }: Powers, stepMs: number): boolean {
  if (Math.min(left, right) <= QUIETEST * Math.max(left, right)) return false;
  const heard = steps.filter((s) => s.left > AUDIBLE * left || s.right > AUDIBLE * right);
  const lefts = heard.filter((s) => s.left > ONE_SIDED * s.right).length;
  const rights = heard.filter((s) => s.right > ONE_SIDED * s.left).length;
  const least = Math.max(LEAST_SHARE * heard.length, LEAST_MS / stepMs);
  return Math.min(lefts, rights) >= least && lefts + rights >= MOSTLY * heard.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** 1 is surely the left side, −1 surely the right one. */
function leanOf({ left, right }: Step): number {
  const lean = Math.log((left + 1e-12) / (right + 1e-12)) / Math.log(SURE);
  return Math.min(1, Math.max(-1, lean));
}
