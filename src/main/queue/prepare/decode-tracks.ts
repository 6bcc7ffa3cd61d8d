/** Several audio tracks of a recording, transcribed together. */
import { rm } from 'node:fs/promises';
import type { ChannelLevels } from '../../core/audio-channels.ts';
import { AppError } from '../../core/errors.ts';
import { writeChannelLevels } from '../../media/ffmpeg/channel-levels.ts';
import { type DecodedAudio, type DecodeOptions, decodeToPcm } from '../../media/ffmpeg/ffmpeg.ts';
import { mixTracks } from '../../media/ffmpeg/mix-tracks.ts';
import { findQuietTracks } from '../../speakers/channels/label-channels.ts';
import { findMixedTrack, withoutTrack } from '../../speakers/channels/mixed-track.ts';

type Options = Omit<DecodeOptions, 'onProgress' | 'quietLine' | 'track'> & {
  tracks: readonly number[];
  /** The file for their levels, where each is a speaker; null where they are only mixed. */
  levels: string | null;
  /** `fraction` of all reads together. */
  onProgress: (progress: { fraction: number; lengthMs: number | null }) => void;
};

/**
 * Decodes the tracks one after the other, which takes no more memory than one does, and mixes them to `output`. A track
 * that cannot be read is left out.
 *
 * @throws what `decodeToPcm` throws when there is sound on none of them
 */
export async function decodeTracks({
  tracks,
  levels,
  onProgress,
  ...reading
}: Options): Promise<Pick<DecodedAudio, 'durationMs' | 'warnings'>> {
  const files = tracks.map((track) => `${reading.output}.${track}`);
  const decoded: (DecodedAudio | null)[] = [];
  let unsupported = new AppError('unsupported_media');
  try {
    for (const [index, track] of tracks.entries()) {
      const one = decodeToPcm({
        ...reading,
        track,
        output: files[index] ?? reading.output,
        mayBeEmpty: true,
        onProgress: ({ decodedMs, fraction }) => {
          const lengthMs = fraction ? decodedMs / fraction : null;
          onProgress({ fraction: (index + (fraction ?? 0)) / tracks.length, lengthMs });
        },
      });
      decoded.push(
        await one.catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'unsupported_media')) throw error;
          unsupported = error;
          return null;
        }),
      );
    }
    const supported = decoded.filter((audio) => audio !== null);
    if (supported.every(({ samples }) => samples === 0)) throw unsupported;
    const { output, signal } = reading;
    const readable = files.map((file, index) => (decoded[index] === null ? null : file));
    const mix = await mixTracks({ tracks: readable, output, signal });
    if (levels !== null) {
      const apart = await keepApart(readable, mix.levels, { output, signal });
      await writeChannelLevels(levels, apart);
    }
    // Of tracks of different lengths the longest shows whether the end is missing.
    const isDamaged = decoded.some((audio) => audio === null || audio.damaged);
    const warned = isDamaged || supported.every(({ warnings }) => warnings.length > 0);
    return { durationMs: mix.durationMs, warnings: warned ? ['truncated_input'] : [] };
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

/**
 * Mixes tracks that are speakers once more if that separates them better: without a track that is the mix of the
 * others, and with those amplified that are much quieter than the loudest. Resolves to the levels of the speakers.
 */
async function keepApart(
  files: readonly (string | null)[],
  all: ChannelLevels,
  writing: { output: string; signal: AbortSignal },
): Promise<ChannelLevels> {
  const mixed = findMixedTrack(all);
  const tracks = files.map((file, index) => (index === mixed ? null : file));
  const levels = mixed === null ? all : withoutTrack(all, mixed);
  const quiet = findQuietTracks(levels);
  if (mixed !== null || quiet.length > 0) await mixTracks({ ...writing, tracks, quiet });
  return levels;
}
