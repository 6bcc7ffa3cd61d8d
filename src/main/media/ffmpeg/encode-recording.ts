import { rm } from 'node:fs/promises';
import type { RecordedTrack } from '../../../shared/recordings.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { cancelEcho } from './cancel-echo.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export type RecordedSound = {
  /** Its tracks are interleaved. */
  path: string;
  tracks: readonly { track: RecordedTrack; title: string | null }[];
};

/**
 * Writes what was recorded as a Matroska file in which each track is an audio track: FLAC, so that nothing of the sound
 * is lost. What the loudspeakers played into the microphone is taken out of its track. The file is written piece by
 * piece, which ffmpeg waits for.
 *
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`; what `write` throws; the signal's reason when aborted
 */
export async function encodeRecording(
  { path, tracks }: RecordedSound,
  {
    clock,
    signal,
    write,
  }: { clock: Clock; signal: AbortSignal; write: (bytes: Uint8Array) => Promise<void> },
): Promise<void> {
  const ffmpeg = await findFfmpeg({ env: process.env });
  const cleaned = `${path}.cleaned`;
  const [microphone, computer] = (['microphone', 'computer'] as const).map((name) =>
    tracks.findIndex(({ track }) => track === name),
  ) as [number, number];
  const isClean =
    microphone !== -1 &&
    computer !== -1 &&
    (await cancelEcho({ ffmpeg, path, clock, signal }, { microphone, computer }, cleaned));
  const sources = tracks.map((_, at) => (isClean && at === microphone ? '1:a' : `[track${at}]`));
  const more = isClean ? ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', `file:${cleaned}`] : [];
  try {
    const result = await runFfmpeg({
      ...{ ffmpeg, input: path, areSamples: true, channels: tracks.length, clock, signal },
      reporting: ['-nostats', '-loglevel', 'error'],
      output: [...more, ...mapped(sources, tracks), '-c:a', 'flac', '-f', 'matroska', 'pipe:1'],
      onStdout: write,
    });
    if (result.exitCode !== 0) throw new AppError('ffmpeg_crashed', { cause: result.stderr });
  } finally {
    await rm(cleaned, { force: true });
  }
}

function mapped(sources: readonly string[], tracks: RecordedSound['tracks']): string[] {
  const named = tracks.flatMap(({ title }, at) =>
    title === null ? [] : [`-metadata:s:a:${at}`, `title=${title}`],
  );
  if (tracks.length === 1) return named;
  const outputs = sources.map((source, at) => (source === '1:a' ? '[unused]' : `[track${at}]`));
  const split = `channelsplit=channel_layout=stereo${outputs.join('')}`;
  const filter = outputs.includes('[unused]') ? `${split};[unused]anullsink` : split;
  return ['-filter_complex', filter, ...sources.flatMap((source) => ['-map', source]), ...named];
}
