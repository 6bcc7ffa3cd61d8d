import { AppError } from '../errors.ts';
import { requireFreeDisk } from './disk.ts';
import { inputArguments } from './ffmpeg.ts';
import { requireUnharmed } from './ffmpeg-killed.ts';
import type { PlaybackPlan } from './playable.ts';
import { runChild } from './process.ts';

/** Speech stays clear at this rate; ten hours are 144 MB. */
const SOUND_BITRATE = '32k';
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
  signal,
}: {
  ffmpeg: string;
  input: string;
  output: string;
  plan: Exclude<PlaybackPlan, { make: 'nothing' }>;
  signal: AbortSignal;
}): Promise<void> {
  await requireFreeDisk(output, 0);
  const result = await runChild({
    file: ffmpeg,
    args: [
      ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-y'],
      ...inputArguments(input),
      ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1'],
      ...(plan.make === 'mp4' ? mp4Arguments(plan) : soundArguments()),
      `file:${output}`,
    ],
    missing: 'ffmpeg_missing',
    signal,
  });
  requireUnharmed(result);
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
