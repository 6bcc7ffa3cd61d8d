import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { cancelEcho } from '../../../src/main/media/ffmpeg/cancel-echo.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import {
  bytesOfS16,
  loadPool,
  noise,
  poolClips,
  SAMPLES_PER_MS,
  s16FromBytes,
} from '../../helpers/corpus/audio.ts';
import { echoes, later, talkAcross } from '../../helpers/corpus/echoes.ts';
import { compose } from '../../helpers/corpus/recordings.ts';
import { blend, interleave } from '../../helpers/corpus/stereo.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const db = (power: number) => 10 * Math.log10(power + 1);
const powerOf = (samples: Int16Array, from = 0) =>
  samples.subarray(from).reduce((sum, value) => sum + value ** 2, 0) / (samples.length - from);
const less = (one: Int16Array, other: Int16Array) =>
  one.map((value, at) => value - (other[at] ?? 0));

/** The microphone after its echo was taken away; null where it is left as it is. */
async function cleaned(microphone: Int16Array, computer: Int16Array): Promise<Int16Array | null> {
  const [path, output] = [join(folder, 'sound'), join(folder, 'cleaned')];
  await rm(output, { force: true });
  const ms = microphone.length / SAMPLES_PER_MS;
  const tracks = [
    blend([microphone, 1], [noise(ms, -60), 1]),
    blend([computer, 1], [noise(ms, -75, 2), 1]),
  ];
  await writeFile(path, bytesOfS16(interleave(tracks[0] ?? microphone, tracks[1] ?? computer)));
  const ffmpeg = await findFfmpeg({ env: process.env });
  const { signal } = new AbortController();
  const sound = { ffmpeg, path, clock: systemClock, signal };
  if (await cancelEcho(sound, { microphone: 0, computer: 1 }, output)) {
    return s16FromBytes(await readFile(output));
  }
  await expect(access(output)).rejects.toThrow();
  return null;
}

/** After so long it has learnt how the room sounds. */
const LEARNT = 15_000 * SAMPLES_PER_MS;

describe('what the loudspeakers play into the microphone', () => {
  const { here, there } = talkAcross(6);

  it.each(Object.entries(echoes))('is taken away where it %s', async (_, echo) => {
    const heard = echo(there);
    const left = await cleaned(blend([here, 1], [heard, 1]), there);
    if (!left) throw new Error('It was not believed.');
    expect(left.length).toBe(here.length);
    expect(db(powerOf(heard, LEARNT)) - db(powerOf(less(left, here), LEARNT))).toBeGreaterThan(10);
  });

  it('is found where the computer’s track is the later one', async () => {
    const left = await cleaned(blend([here, 1], [there, 0.7]), later(there, 80));
    expect(left).not.toBeNull();
  });

  it('is not looked for where there is none, as with headphones', async () => {
    expect(await cleaned(here, there)).toBeNull();
    expect(await cleaned(here, new Int16Array(here.length))).toBeNull();
  });

  it('goes, and somebody who speaks only at the same time stays', async () => {
    const sentences = (voice: string) =>
      poolClips()
        .filter((clip) => clip.voice === voice)
        .slice(0, 8);
    const one = compose(loadPool(), sentences('en-us+m3'), [900]).samples;
    const other = compose(loadPool(), sentences('en-gb-x-rp+f3'), [300]).samples;
    const length = Math.min(one.length, other.length);
    const [mine, theirs] = [one.subarray(0, length), other.subarray(0, length)];
    const echo = blend([later(theirs, 3), 0.7]);
    const left = await cleaned(blend([mine, 1], [echo, 1]), theirs);
    if (!left) throw new Error('It was not believed.');
    const rest = less(left, mine);
    expect(db(powerOf(echo, LEARNT)) - db(powerOf(rest, LEARNT))).toBeGreaterThan(3);
    expect(db(powerOf(mine, LEARNT)) - db(powerOf(rest, LEARNT))).toBeGreaterThan(6);
  });
});
