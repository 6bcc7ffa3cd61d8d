/**
 * However a recording is damaged, reading it ends in time with what could be transcribed or an error that people know.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { AppError } from '../../../src/main/core/errors.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import {
  makePlaybackCopy,
  planPlayback,
  writeWaveform,
} from '../../../src/main/media/ffmpeg/playback-copy.ts';
import { probeMedia } from '../../../src/main/media/ffmpeg/probe.ts';
import { decodeRecording } from '../../../src/main/queue/prepare/decode-recording.ts';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { ErrorCode } from '../../../src/shared/error-catalogue.ts';
import { damaged } from '../../helpers/corpus/damage.ts';
import { programsOf } from '../../helpers/faults/programs-of.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';
import { seed } from '../../helpers/harness/seed.ts';

const PATIENCE_MS = 3 * 3_600_000;
/** What a file that makes ffmpeg hang may take, and a long recording of silence on a slow disk. */
const LIMIT_MS = 180_000;
const CAUSES: readonly ErrorCode[] = [
  ...(['empty_media', 'unsupported_media', 'no_audio_track'] as const),
  ...(['recording_too_long', 'ffmpeg_crashed'] as const),
];
const VOICES = ['-f', 'lavfi', '-i', 'sine=440:r=16000:d=2', '-f', 'lavfi', '-i', 'sine=90:d=2'];
const STEREO = ['-filter_complex', '[0][1]join=inputs=2:channel_layout=stereo'];
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=2', '-map', '0:a', '-map', '2:v'];
const RECORDINGS: readonly (readonly [name: string, ...making: string[]])[] = [
  ['mono.wav', ...VOICES],
  ['stereo.wav', ...VOICES, ...STEREO],
  ['a.mp3', ...VOICES],
  ['a.m4a', ...VOICES],
  ['film.mp4', ...VOICES, ...PICTURE, '-c:v', 'mpeg4'],
  ['vorbis.ogg', ...VOICES, '-c:a', 'libvorbis'],
  ['a.opus', ...VOICES],
  ['a.flac', ...VOICES],
  ['a.webm', ...VOICES, '-c:a', 'libopus'],
  ['film.mkv', ...VOICES, ...PICTURE, '-c:v', 'mpeg4', '-c:a', 'flac'],
];
const AT_ONCE = 2;

test(
  `damaged recordings (seed ${seed})`,
  async () => {
    const decoding = await prepareDecoding();
    const recordings: Buffer[] = [];
    for (const [name, ...making] of RECORDINGS) {
      await decoding.make(...making, name);
      recordings.push(await readFile(decoding.file(name)));
    }
    const ends = new Map<string, number>();
    const count = dose(25, 10_000);
    const readSome = async (first: number) => {
      for (let number = first; number < count; number += AT_ONCE) {
        const kind = number % recordings.length;
        const bytes = damaged(
          recordings[kind] ?? Buffer.alloc(0),
          seededRandom(seed * 31 + number),
        );
        const end = await read(decoding.file(`work-${first}`), bytes).catch((cause: unknown) => {
          throw new Error(`${RECORDINGS[kind]?.[0]}, number ${number}: ${cause}`, { cause });
        });
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => readSome(first)));
    // Neither is all of it transcribed, nor none.
    expect(ends.get('heard')).toBeGreaterThan(count / 10);
    expect(ends.get('heard')).toBeLessThan(count);
  },
  PATIENCE_MS,
);

/** The way of a recording through the work folder of its job. Resolves to how it ended. */
async function read(folder: string, bytes: Buffer): Promise<string> {
  await mkdir(folder);
  const input = join(folder, 'source');
  await writeFile(input, bytes);
  const [output, levels] = [join(folder, 'audio.s16'), join(folder, 'channels.f32')];
  const signal = AbortSignal.timeout(LIMIT_MS);
  const common = {
    ffmpeg: await findFfmpeg({ env: process.env }),
    input,
    clock: systemClock,
    signal,
  };
  let end = 'heard';
  try {
    const { durationMs, channels } = await decodeRecording({
      ...common,
      output,
      levels,
      tracks: [1],
      areSpeakers: false,
      onProgress: () => {},
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(Math.floor((await stat(output)).size / 32)).toBe(durationMs);
    if (channels !== null) expect((await stat(levels)).size).toBeGreaterThan(0);
    await makePlayable(folder, common);
  } catch (error) {
    end = codeOf(error);
  }
  expect(programsOf(folder)).toEqual([]);
  const allowed =
    end === 'heard' ? ['audio.s16', 'channels.f32', 'media', 'source', 'waveform'] : ['source'];
  expect(allowed).toEqual(expect.arrayContaining(await readdir(folder)));
  await rm(folder, { recursive: true });
  return end;
}

/** What cannot be made to be played costs nothing else. */
async function makePlayable(
  folder: string,
  common: { ffmpeg: string; input: string; clock: typeof systemClock; signal: AbortSignal },
): Promise<void> {
  const [samples, output] = [join(folder, 'audio.s16'), join(folder, 'waveform')];
  await writeWaveform({ samples, output, signal: common.signal });
  try {
    const plan = planPlayback(await probeMedia(common), [1]);
    if (plan.make === 'nothing') return;
    await makePlaybackCopy({ ...common, plan, output: join(folder, 'media') });
  } catch (error) {
    codeOf(error);
  }
}

/** @throws what is no error of the catalogue, or none that a file may be the cause of */
function codeOf(error: unknown): string {
  if (error instanceof AppError && CAUSES.includes(error.code)) return error.code;
  throw error;
}
