import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { requireFreeDisk } from '../disk.ts';
import type { PlaybackPlan } from './playable.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Speech stays clear at this rate; ten hours are 144 MB. */
const SOUND_BITRATE = '32k';
/** Moving the index of a large film to its front is done without a word. */
const IDLE_MS = 600_000;
/** The same timeline as the transcript's: late beginnings and gaps are silence. */
const TIMELINE = 'aresample=48000,aformat=channel_layouts=mono,aresample=async=1:first_pts=0';

/**
 * Makes the copy of a recording that a browser plays.
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`, `disk_full`; the signal's reason when aborted
 */
export async function makePlaybackCopy({
  ffmpeg,
  input,
  output,
  plan,
  clock,
  signal,
}: {
  ffmpeg: string;
  input: string;
  output: string;
  plan: Exclude<PlaybackPlan, { make: 'nothing' }>;
  clock: Clock;
  signal: AbortSignal;
}): Promise<void> {
  await requireFreeDisk(output, 0);
  const result = await runFfmpeg({
    ffmpeg,
    input,
    // Its reports on stdout are the sign of life.
    reporting: [
      ...['-nostats', '-progress', 'pipe:1', '-loglevel', 'error', '-y'],
      ...['-filter_threads', '1'],
    ],
    output: [
      ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1'],
      ...(plan.make === 'mp4' ? mp4Arguments(plan) : soundArguments()),
      `file:${output}`,
    ],
    clock,
    signal,
    idleMs: IDLE_MS,
  });
  if (result.exitCode !== 0) throw new AppError('unsupported_media', { cause: result.stderr });
}

function mp4Arguments({ type, audio }: { type: string; audio: 'copy' | 'encode' }): string[] {
  return [
    ...(type.startsWith('video/') ? ['-map', '0:v:0', '-c:v', 'copy'] : ['-vn']),
    ...['-map', '0:a:0', '-c:a', ...(audio === 'copy' ? ['copy'] : ['aac', '-b:a', '96k'])],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
}

function soundArguments(): string[] {
  return [
    ...['-map', '0:a:0', '-vn', '-af', TIMELINE, '-c:a', 'libopus', '-b:a', SOUND_BITRATE],
    ...['-cues_to_front', '1', '-f', 'webm'],
  ];
}
