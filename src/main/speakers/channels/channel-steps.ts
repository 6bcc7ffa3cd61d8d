/** The channels or tracks of a recording in steps of a tenth of a second, with their levels above their own noise. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels } from '../../core/audio-channels.ts';
import { followSpeakers, joinSpans } from '../turns/find-turns.ts';
import type { Turn } from '../voice-embeddings.ts';

/** One number per channel. */
export type Powers = readonly number[];

/** A part of a region, with the power of the channels above their noise. */
export type Step = TimeSpan & { powers: Powers; opensRegion: boolean };

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
/** On a track of their own people may speak nearly all of the time. */
const FLOOR_AT = { channel: 0.1, track: 0.02 };

/** Speech on one channel lasts at least this long, with pauses up to this long. */
const LEAST_SPEECH_MS = 400;
const PAUSE_MS = 200;

/** The noise of the channels: a low percentile of the levels. */
export function floorsOf({ channels, values, ofTracks }: ChannelLevels): Powers {
  const share = FLOOR_AT[ofTracks ? 'track' : 'channel'];
  const stride = channels + 1;
  const powers = new Float32Array(Math.floor(values.length / stride));
  return Array.from({ length: channels }, (_, channel) => {
    for (let step = 0; step < powers.length; step += 1) {
      powers[step] = values[step * stride + channel] ?? 0;
    }
    return powers.toSorted()[Math.floor(powers.length * share)] ?? 0;
  });
}

/** The recording as a single region. */
export function wholeOf({ stepMs, channels, values }: ChannelLevels): TimeSpan {
  return { startMs: 0, endMs: (values.length / (channels + 1)) * stepMs };
}

/** Yields the steps one by one: ten hours have 360,000. */
export function stepsIn(
  { stepMs, channels, values }: ChannelLevels,
  floors: Powers,
  regions: readonly TimeSpan[],
): Iterable<Step> {
  const powersAt = (step: number): Powers =>
    floors.map((floor, at) => Math.max(0, (values[step * (channels + 1) + at] ?? 0) - 2 * floor));
  return {
    *[Symbol.iterator]() {
      for (const region of regions) {
        const from = Math.floor(region.startMs / stepMs);
        const to = Math.ceil(region.endMs / stepMs);
        for (let step = from; step < to; step += 1) {
          yield {
            startMs: Math.max(region.startMs, step * stepMs),
            endMs: Math.min(region.endMs, (step + 1) * stepMs),
            powers: powersAt(step),
            opensRegion: step === from,
          };
        }
      }
    },
  };
}

/** The mean power of the own speech of this many channels. */
export function ownPowers(steps: Iterable<Step>, channels: number): Powers {
  const [sums, counts] = [new Float64Array(channels), new Float64Array(channels)];
  for (const { powers } of steps) {
    const channel = aloneIn(powers);
    if (channel === null) continue;
    sums[channel] = (sums[channel] ?? 0) + (powers[channel] ?? 0);
    counts[channel] = (counts[channel] ?? 0) + 1;
  }
  return Array.from(sums, (sum, channel) => sum / Math.max(1, counts[channel] ?? 0));
}

export function meanPower(steps: Iterable<Step>, channel: number): number {
  let [sum, count] = [0, 0];
  for (const { powers } of steps) {
    sum += powers[channel] ?? 0;
    count += 1;
  }
  return sum / Math.max(1, count);
}

/** Whether the two channels hold two people: not correlated, mostly one at a time, and both with enough speech. */
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
  channels: readonly number[] = [...powers.keys()],
): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const step of steps) {
    const { startMs, endMs } = step;
    const channel = aloneIn(step.powers);
    if (channel === null || !channels.includes(channel)) continue;
    if ((step.powers[channel] ?? 0) <= AUDIBLE * (powers[channel] ?? 0)) continue;
    const last = spans.at(-1);
    if (last !== undefined && startMs - last.endMs <= PAUSE_MS) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  }
  return spans.filter(({ startMs, endMs }) => endMs - startMs >= LEAST_SPEECH_MS);
}

/** The channel that has a step to itself; null if none has. */
function aloneIn(powers: Powers): number | null {
  const loudest = powers.indexOf(Math.max(...powers));
  return (powers[loudest] ?? 0) > ONE_SIDED * loudestBut(powers, loudest) ? loudest : null;
}

function loudestBut(powers: Powers, channel: number): number {
  return powers.reduce((most, power, at) => (at === channel ? most : Math.max(most, power)), 0);
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

function takeTurns(steps: Iterable<Step>, [left = 0, right = 0]: Powers, stepMs: number): boolean {
  if (Math.min(left, right) <= QUIETEST * Math.max(left, right)) return false;
  let [audible, lefts, rights] = [0, 0, 0];
  for (const step of steps) {
    const [onLeft = 0, onRight = 0] = step.powers;
    if (onLeft <= AUDIBLE * left && onRight <= AUDIBLE * right) continue;
    audible += 1;
    const channel = aloneIn(step.powers);
    if (channel === 0) lefts += 1;
    if (channel === 1) rights += 1;
  }
  const least = Math.max(LEAST_SHARE * audible, LEAST_MS / stepMs);
  return Math.min(lefts, rights) >= least && lefts + rights >= MOSTLY * audible;
}

/** From this ratio on (20 dB) a louder channel adds no certainty. */
const SURE = 100;
/** The cost of a speaker change, in sums of the steps' certainty: two certain steps make a turn, one does not. */
const CHANGE_COST = 0.75;

/**
 * Who speaks when in the regions, and where else one channel is clearly audible: next to a loud channel, a quiet one
 * can be lost in the mix that the speech detector gets. The two channels of a stereo recording hold one person each,
 * numbered as they first speak, or the result is null: for one signal on both, a room, music, or a channel without
 * speech. Speakers of tracks have the numbers of the tracks, counted from 0.
 */
export function findChannelTurns(
  levels: ChannelLevels,
  regions: readonly TimeSpan[],
): Turn[] | null {
  const { channels, ofTracks } = levels;
  const floors = floorsOf(levels);
  const spoken = stepsIn(levels, floors, regions);
  const powers = ownPowers(spoken, channels);
  if (!ofTracks && !areTwoPeople(levels, spoken, powers)) return null;
  const alone = findOneSided(stepsIn(levels, floors, [wholeOf(levels)]), powers);
  const steps = [...stepsIn(levels, floors, joinSpans([...regions, ...alone]))];
  const turns = followChannels(steps, channels);
  if (ofTracks) return turns.length > 0 ? turns : null;
  const first = turns[0]?.speaker ?? 0;
  const numbered = turns.map((turn) => ({ ...turn, speaker: turn.speaker === first ? 0 : 1 }));
  return numbered.some(({ speaker }) => speaker === 1) ? numbered : null;
}

/** The turns of the people of so many channels; `speaker` is the channel. */
function followChannels(steps: readonly Step[], channels: number): Turn[] {
  const fits = new Float32Array(steps.length * channels);
  steps.forEach(({ powers }, step) => {
    powers.forEach((power, channel) => {
      fits[step * channels + channel] = leanTo(power, loudestBut(powers, channel)) / 2;
    });
  });
  const spoken = followSpeakers(fits, channels, (step) =>
    steps[step]?.opensRegion ? 0 : CHANGE_COST,
  );
  const turns: Turn[] = [];
  steps.forEach(({ startMs, endMs, opensRegion }, step) => {
    const speaker = spoken[step] ?? 0;
    const lean = 2 * (fits[step * channels + speaker] ?? 0);
    const sure = Math.max(0, lean) * (endMs - startMs);
    const last = turns.at(-1);
    if (!opensRegion && last?.speaker === speaker) {
      last.endMs = endMs;
      last.confidence += sure;
    } else turns.push({ startMs, endMs, speaker, confidence: sure });
  });
  for (const turn of turns) turn.confidence /= turn.endMs - turn.startMs;
  return turns;
}

/** 1 is certainly this channel, −1 certainly another one. */
function leanTo(power: number, loudest: number): number {
  const lean = Math.log((power + 1e-12) / (loudest + 1e-12)) / Math.log(SURE);
  return Math.min(1, Math.max(-1, lean));
}
