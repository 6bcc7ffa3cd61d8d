import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/**
 * Writes samples, whose tracks are interleaved, as a Matroska file in which each is an audio track: FLAC, so that
 * nothing of the sound is lost. It is written piece by piece, which ffmpeg waits for.
 *
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`; what `write` throws; the signal's reason when aborted
 */
export async function encodeRecording(
  { path, titles }: { path: string; titles: readonly (string | null)[] },
  {
    clock,
    signal,
    write,
  }: { clock: Clock; signal: AbortSignal; write: (bytes: Uint8Array) => Promise<void> },
): Promise<void> {
  const result = await runFfmpeg({
    ffmpeg: await findFfmpeg({ env: process.env }),
    input: path,
    areSamples: true,
    channels: titles.length,
    reporting: ['-nostats', '-loglevel', 'error'],
    output: [...tracksOf(titles), '-c:a', 'flac', '-f', 'matroska', 'pipe:1'],
    clock,
    signal,
    onStdout: write,
  });
  if (result.exitCode !== 0) throw new AppError('ffmpeg_crashed', { cause: result.stderr });
}

function tracksOf(titles: readonly (string | null)[]): string[] {
  const named = titles.flatMap((title, at) =>
    title === null ? [] : [`-metadata:s:a:${at}`, `title=${title}`],
  );
  if (titles.length === 1) return named;
  const split = 'channelsplit=channel_layout=stereo[first][second]';
  return ['-filter_complex', split, '-map', '[first]', '-map', '[second]', ...named];
}
