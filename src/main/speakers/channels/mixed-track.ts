import type { ChannelLevels } from '../../core/audio-channels.ts';

/** A mix is about as loud as the others together: within 2 dB. Microphones that all record the same room are not. */
const ALIKE = 10 ** 0.2;
/** … in nearly all of the steps in which the others are within 20 dB of their mean, … */
const MOSTLY = 0.9;
const AUDIBLE = 0.01;
/** … for two seconds at least. */
const LEAST_STEPS = 20;

/** The track that is the mix of all others, as OBS records it beside them; null if there is none. Counted from 0. */
export function findMixedTrack({ channels, values }: ChannelLevels): number | null {
  // Of two, either may be a copy of the other.
  if (channels < 3) return null;
  const stride = channels + 1;
  const sums = new Float64Array(Math.floor(values.length / stride));
  let mean = 0;
  for (let step = 0; step < sums.length; step += 1) {
    const powers = values.subarray(step * stride, step * stride + channels);
    sums[step] = powers.reduce((sum, power) => sum + power, 0);
    mean += (sums[step] ?? 0) / sums.length;
  }
  for (let track = 0; track < channels; track += 1) {
    let [audible, alike] = [0, 0];
    for (let step = 0; step < sums.length; step += 1) {
      const power = values[step * stride + track] ?? 0;
      const others = (sums[step] ?? 0) - power;
      if (Math.max(power, others) <= AUDIBLE * mean) continue;
      audible += 1;
      if (power < others * ALIKE && others < power * ALIKE) alike += 1;
    }
    if (audible >= LEAST_STEPS && alike >= MOSTLY * audible) return track;
  }
  return null;
}

/** The same levels with nothing on one of the tracks. */
export function withoutTrack(levels: ChannelLevels, track: number): ChannelLevels {
  const values = levels.values.slice();
  for (let at = track; at < values.length; at += levels.channels + 1) values[at] = 0;
  return { ...levels, values };
}
