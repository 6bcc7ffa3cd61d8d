/** Calls over loudspeakers: what is said here and there, and how the other side sounds in the microphone. */
import { loadPool, poolClips, SAMPLES_PER_MS } from './audio.ts';
import { compose } from './recordings.ts';
import { blend, keepOnly } from './stereo.ts';

const HERE = 'en-us+m3';
const THERE = 'en-gb-x-rp+f3';

/** Two people in turns, one of them at this computer. */
export function talkAcross(turns: number) {
  const clipsOf = (name: string) =>
    poolClips()
      .filter(({ voice }) => voice === name)
      .slice(0, turns);
  const others = clipsOf(THERE);
  const clips = clipsOf(HERE).flatMap((clip, at) => [clip, others[at] ?? clip]);
  const { samples, truth } = compose(loadPool(), clips, [700]);
  const of = (name: string) => truth.filter(({ voice }) => voice === name);
  const textOf = (name: string) =>
    of(name)
      .map(({ text }) => text)
      .join(' ');
  return {
    here: keepOnly(samples, of(HERE)),
    there: keepOnly(samples, of(THERE)),
    text: truth.map(({ text }) => text).join(' '),
    textHere: textOf(HERE),
    textThere: textOf(THERE),
  };
}

export function later(samples: Int16Array, ms: number): Int16Array {
  const shifted = new Int16Array(samples.length);
  const by = ms * SAMPLES_PER_MS;
  shifted.set(samples.subarray(0, samples.length - by), by);
  return shifted;
}

const gain = (db: number) => 10 ** (db / 20);

/** As it was measured with a laptop's loudspeakers, behind a buffer, and from the walls of a room. */
export const echoes: Record<string, (there: Int16Array) => Int16Array> = {
  'is 3.2 dB softer after 3 ms': (there) => blend([later(there, 3), gain(-3.2)]),
  'comes 180 ms late': (there) => blend([later(there, 180), gain(-6)]),
  'comes back from the walls of a room': (there) =>
    blend(
      ...[3, 11, 23, 41, 67, 97].map((ms, at) => [later(there, ms), gain(-5 - 3 * at)] as const),
    ),
};
