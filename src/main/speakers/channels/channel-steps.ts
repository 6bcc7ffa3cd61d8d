/** The two channels of a recording in steps of a tenth of a second, with their levels above their own noise. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels, Side } from '../../channels.ts';
import { followSpeakers, joinSpans } from '../turns/find-turns.ts';
import type { Turn } from '../voice-embeddings.ts';

export type Powers = Record<Side, number>;

/** A part of a region, with the power of both channels above their noise. */
export type Step = TimeSpan & Powers & { opensRegion: boolean };

/** Correlation of the two channels over the speech; 1 for one microphone copied to both. */
const ALIKE = 0.6;
/** A channel this much louder than the other (6 dB) has the step to itself … */
const ONE_SIDED = 4;
/** … which must hold for most of the speech: people take turns, while rooms and music are on both channels. */
const MOSTLY = 0.75;
/** Each channel has at least this share of the speech, for at least this long, … */
const LEAST_SHARE = 0.05;
const LEAST_MS = 2000;
/** … and anything 27 dB below the other channel's speech is an echo or noise. */
const QUIETEST = 0.002;
/** A step counts if a channel is within 20 dB of its own speech. */
const AUDIBLE = 0.01;
const FLOOR_AT = 0.1;

/** Speech on one channel lasts at least this long, with pauses up to this long. */
const LEAST_SPEECH_MS = 400;
const PAUSE_MS = 200;

/** The noise of both channels: the 10th percentile of the levels. */
export function floorsOf({ values }: ChannelLevels): Powers {
  const floorOf = (side: 0 | 1) => {
    const powers = new Float32Array(Math.floor(values.length / 3));
    for (let step = 0; step < powers.length; step += 1) powers[step] = values[step * 3 + side] ?? 0;
    powers.sort();
    return powers[Math.floor(powers.length * FLOOR_AT)] ?? 0;
  };
  return { left: floorOf(0), right: floorOf(1) };
}

/** The recording as a single region. */
export function wholeOf({ stepMs, values }: ChannelLevels): TimeSpan {
  return { startMs: 0, endMs: (values.length / 3) * stepMs };
}

/** Yields the steps one by one: ten hours have 360,000. */
export function stepsIn(
  { stepMs, values }: ChannelLevels,
  floors: Powers,
  regions: readonly TimeSpan[],
): Iterable<Step> {
  return {
    *[Symbol.iterator]() {
      for (const region of regions) {
        const from = Math.floor(region.startMs / stepMs);
        const to = Math.ceil(region.endMs / stepMs);
        for (let step = from; step < to; step += 1) {
          yield {
            startMs: Math.max(region.startMs, step * stepMs),
            endMs: Math.min(region.endMs, (step + 1) * stepMs),
            left: Math.max(0, (values[step * 3] ?? 0) - 2 * floors.left),
            right: Math.max(0, (values[step * 3 + 1] ?? 0) - 2 * floors.right),
            opensRegion: step === from,
          };
        }
      }
    },
  };
}

/** The mean power of each channel's own speech. */
export function sidePowers(steps: Iterable<Step>): Powers {
  const powerOf = (side: Side) => meanPower(steps, side, (step) => isAlone(step, side));
  return { left: powerOf('left'), right: powerOf('right') };
}

/** The mean power of a channel in these steps. */
export function meanPower(
  steps: Iterable<Step>,
  side: Side,
  counts: (step: Step) => boolean = () => true,
): number {
  let [sum, count] = [0, 0];
  for (const step of steps) {
    if (!counts(step)) continue;
    sum += step[side];
    count += 1;
  }
  return sum / Math.max(1, count);
}

/** Whether the channels hold two people: not correlated, mostly one at a time, and both with enough speech. */
export function areTwoPeople(
  levels: ChannelLevels,
  steps: Iterable<Step>,
  powers: Powers,
): boolean {
  return correlationOf(levels, steps) < ALIKE && takeTurns(steps, powers, levels.stepMs);
}

/** Where one of these channels is clearly audible and has the step to itself, for long enough to be speech. */
export function findOneSided(
  steps: Iterable<Step>,
  powers: Powers,
  sides: readonly Side[] = ['left', 'right'],
): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const step of steps) {
    const { startMs, endMs } = step;
    const clear = (side: Side) => step[side] > AUDIBLE * powers[side] && isAlone(step, side);
    if (!sides.some(clear)) continue;
    const last = spans.at(-1);
    if (last !== undefined && startMs - last.endMs <= PAUSE_MS) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  }
  return spans.filter(({ startMs, endMs }) => endMs - startMs >= LEAST_SPEECH_MS);
}

/** Whether a channel has the step to itself. */
function isAlone(step: Powers, side: Side): boolean {
  return step[side] > ONE_SIDED * step[side === 'left' ? 'right' : 'left'];
}

function correlationOf({ stepMs, values }: ChannelLevels, steps: Iterable<Step>): number {
  let [left, right, product] = [0, 0, 0];
  for (const { startMs } of steps) {
    const at = Math.floor(startMs / stepMs) * 3;
    left += values[at] ?? 0;
    right += values[at + 1] ?? 0;
    product += values[at + 2] ?? 0;
  }
  return Math.abs(product) / Math.max(1e-12, Math.sqrt(left * right));
}

function takeTurns(steps: Iterable<Step>, { left, right }: Powers, stepMs: number): boolean {
  if (Math.min(left, right) <= QUIETEST * Math.max(left, right)) return false;
  let [heard, lefts, rights] = [0, 0, 0];
  for (const step of steps) {
    if (step.left <= AUDIBLE * left && step.right <= AUDIBLE * right) continue;
    heard += 1;
    if (isAlone(step, 'left')) lefts += 1;
    if (isAlone(step, 'right')) rights += 1;
  }
  const least = Math.max(LEAST_SHARE * heard, LEAST_MS / stepMs);
  return Math.min(lefts, rights) >= least && lefts + rights >= MOSTLY * heard;
}

/** From this ratio on (20 dB) a louder channel adds no certainty. */
const SURE = 100;
/** The cost of a speaker change, in sums of the steps' certainty: two certain steps make a turn, one does not. */
const CHANGE_COST = 0.75;

/**
 * Who speaks when in the regions, and where else one channel is clearly audible: beside a loud channel, a quiet one can
 * be lost in the mix that the speech detector gets. One person per channel, numbered as they first speak. Null unless
 * the channels hold two people: for one signal on both, a room, music, or a channel without speech.
 */
export function findChannelTurns(
  levels: ChannelLevels,
  regions: readonly TimeSpan[],
): Turn[] | null {
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

/** 1 is certainly the left channel, −1 certainly the right one. */
function leanOf({ left, right }: Powers): number {
  const lean = Math.log((left + 1e-12) / (right + 1e-12)) / Math.log(SURE);
  return Math.min(1, Math.max(-1, lean));
}
