import { open, rm } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import { type EchoTracks, findEcho } from './find-echo.ts';
import { ffmpegTells } from './find-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Samples of the canceller: an echo of 64 ms, of which the first are before the lag that was found. */
const TAPS = 1024;
const AHEAD_MS = 12;
/** How fast it learns. Faster is unsteady while both speak at once. */
const STEP = 0.1;
/** It is believed when the microphone has got so much softer where the computer is heard. */
const LEAST_DB = 3;
/** The computer is heard at this mean square and above: −50 dBFS. */
const AUDIBLE_POWER = 32_768 ** 2 * 1e-5;
const STEP_SAMPLES = 1600;

type Sound = { ffmpeg: string; path: string; clock: Clock; signal: AbortSignal };

/**
 * Writes to `output` what the microphone heard without what the computer played meanwhile: an adaptive filter (NLMS)
 * learns how that sounds in it and takes it away. Somebody who speaks at the same time stays. False where there is no
 * echo, or it was not measurably reduced; then there is no file.
 */
export async function cancelEcho(
  { ffmpeg, path, clock, signal }: Sound,
  tracks: EchoTracks,
  output: string,
): Promise<boolean> {
  const lagMs = await findEcho(path, tracks, signal);
  if (lagMs === null) return false;
  const channels = [0, 1].map((channel) => (channel === tracks.computer ? '[played]' : '[heard]'));
  const shiftMs = lagMs - AHEAD_MS;
  const shift =
    shiftMs >= 0 ? `adelay=${shiftMs}` : `atrim=start=${-shiftMs / 1000},asetpts=PTS-STARTPTS`;
  const filter = [
    `channelsplit=channel_layout=stereo${channels.join('')}`,
    `[played]${shift},apad[reference]`,
    `[reference][heard]anlms=order=${TAPS}:mu=${STEP}:out_mode=${await restMode({ ffmpeg, signal })}`,
  ].join(';');
  const { exitCode } = await runFfmpeg({
    ...{ ffmpeg, input: path, areSamples: true, channels: 2, clock, signal },
    reporting: ['-nostats', '-progress', 'pipe:1', '-loglevel', 'error', '-y'],
    output: ['-filter_complex', filter, '-f', 's16le', `file:${output}`],
    stepsBack: true,
  });
  if (exitCode === 0 && (await reducedDb(path, output, tracks)) >= LEAST_DB) return true;
  await rm(output, { force: true });
  return false;
}

/** What the filter calls what it leaves: ffmpeg 7 calls it otherwise, and what it learnt `e`, which was not to be had before. */
const restMode = async (ffmpeg: Pick<Sound, 'ffmpeg' | 'signal'>): Promise<'n' | 'o'> =>
  (await ffmpegTells(ffmpeg, ['-h', 'filter=anlms'], /^ +e +4 /)) ? 'o' : 'n';

/** How much softer the microphone has become where the computer is heard. */
async function reducedDb(path: string, cleaned: string, tracks: EchoTracks): Promise<number> {
  await using before = await open(path, 'r');
  await using after = await open(cleaned, 'r');
  const [both, one] = [new Int16Array(STEP_SAMPLES * 2), new Int16Array(STEP_SAMPLES)];
  let [was, is] = [0, 0];
  for (let at = 0; ; at += STEP_SAMPLES) {
    const read = await before.read(both, 0, both.byteLength, at * 4);
    const left = await after.read(one, 0, one.byteLength, at * 2);
    if (read.bytesRead < both.byteLength || left.bytesRead < one.byteLength) break;
    if (powerOf(both, 2, tracks.computer) < AUDIBLE_POWER) continue;
    was += powerOf(both, 2, tracks.microphone);
    is += powerOf(one, 1, 0);
  }
  return 10 * Math.log10((was + 1) / (is + 1));
}

function powerOf(samples: Int16Array, channels: number, channel: number): number {
  let sum = 0;
  for (let at = channel; at < samples.length; at += channels) sum += (samples[at] ?? 0) ** 2;
  return (sum * channels) / samples.length;
}
