import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AudioTrack,
  MAX_TRACKS,
  tracksToTranscribe,
} from '../../../shared/transcription/tracks.ts';
import { AppError, isNodeError, succeeds } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { isShortage } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import { measureChannels, readChannelLevels } from '../../media/ffmpeg/channel-levels.ts';
import { type DecodedAudio, type DecodeOptions, decodeToPcm } from '../../media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.ts';
import { type Description, isHeaderTrue, type MediaFacts } from '../../media/ffmpeg/probe.ts';
import { findQuietLine } from '../../speakers/channels/label-channels.ts';
import type { JobContext } from '../job-context.ts';
import type { Samples } from '../windows/recording-samples.ts';
import { decodeTracks } from './decode-tracks.ts';

/** The parts of the progress from 0 to 1: a recording is read once, one with two channels up to three times. */
const WHOLE = { from: 0, to: 1 };
const MIX = { from: 0, to: 0.5 };
const MEASURE = { from: 0.5, to: 0.75 };
const MIX_AGAIN = { from: 0.75, to: 1 };

/** Of all reads together; `lengthMs` is null until the recording states its duration. */
type ReadingProgress = { fraction: number; lengthMs: number | null };

type Options = Omit<DecodeOptions, 'onProgress' | 'quietLine' | 'track'> & {
  /** The numbers of the audio tracks that are transcribed; several are mixed. */
  tracks: readonly number[];
  /** Whether each of several tracks is a speaker of its own. */
  areSpeakers: boolean;
  /** The file for the channel levels, written when the two channels differ. */
  levels: string;
  onProgress: (progress: ReadingProgress) => void;
};

type Decoded = Pick<DecodedAudio, 'durationMs' | 'warnings'> & { channels: string | null };

/**
 * Decodes a recording to `output`, mixed to one channel; a line of a call that is much quieter than the other is
 * amplified first. `channels` is the file with the levels, if there is one.
 *
 * @throws what `decodeToPcm` throws on the first read
 */
export async function decodeRecording(options: Options): Promise<Decoded> {
  const { tracks, areSpeakers, levels, ...reading } = options;
  const [track = 1] = tracks;
  if (tracks.length === 1) return decodeTrack({ ...reading, track, levels });
  const channels = areSpeakers ? levels : null;
  return { ...(await decodeTracks({ ...reading, tracks, levels: channels })), channels };
}

async function decodeTrack({
  levels,
  onProgress,
  ...reading
}: Omit<Options, 'tracks' | 'areSpeakers'> & { track: number }): Promise<Decoded> {
  const mixed = await decodeToPcm({
    ...reading,
    onProgress: ({ decodedMs, fraction, channels }) => {
      const lengthMs = fraction ? decodedMs / fraction : null;
      const part = channels === null || channels === 2 ? MIX : WHOLE;
      onProgress({ fraction: within(part, fraction ?? 0), lengthMs });
    },
  });
  if (mixed.channels !== 2) return { ...mixed, channels: null };
  const lengthMs = Math.max(1, mixed.durationMs);
  const channels = await measureChannels({
    ...reading,
    output: levels,
    onProgress: (ms) => onProgress({ fraction: within(MEASURE, ms / lengthMs), lengthMs }),
  });
  if (channels === null) return { ...mixed, channels };
  const again = await mixAgain(channels, {
    ...reading,
    onProgress: ({ decodedMs }) =>
      onProgress({ fraction: within(MIX_AGAIN, decodedMs / lengthMs), lengthMs }),
  });
  return { ...(again ?? mixed), channels };
}

/**
 * Mixes a call again if one line is much quieter, since the other would drown it out. Returns null if neither line is,
 * or on failure: the plain mix stays then.
 */
async function mixAgain(channels: string, reading: DecodeOptions): Promise<DecodedAudio | null> {
  const quietLine = findQuietLine(await readChannelLevels(channels));
  if (quietLine === null) return null;
  try {
    return await decodeToPcm({ ...reading, quietLine });
  } catch (error) {
    reading.signal.throwIfAborted();
    if (isShortage(error)) throw error;
    if (error instanceof AppError || isNodeError(error)) return null;
    throw error;
  }
}

function within({ from, to }: { from: number; to: number }, fraction: number): number {
  return from + (to - from) * Math.min(1, fraction);
}

/** Samples on disk; `durationMs` is counted from them, not taken from a header. */
export type DecodedRecording = {
  path: string;
  durationMs: number;
  /** The file with the levels of the channels, if the recording may be a call, or of tracks that are speakers. */
  channels: string | null;
  tracks: readonly AudioTrack[];
  /** What its file contains, if it was probed in this run. */
  facts: MediaFacts | null;
};

export type DecodeStage = ReturnType<typeof createDecodeStage>;

/** Turns a recording into 16 kHz samples on disk. Results of an earlier run are reused. */
export function createDecodeStage(
  { clock, dataFolder }: Pick<Core, 'clock' | 'dataFolder'>,
  samples: Samples,
) {
  return async (context: JobContext, input: string): Promise<DecodedRecording> => {
    const { job, folder, draft, place, signal, progress } = context;
    const { audio: output, levels } = samples.pathsIn(folder);
    if (job.durationMs !== null && !(await succeeds(stat(output)))) {
      await samples.fetch(job.id, folder, signal);
    }
    if (job.durationMs !== null && (await succeeds(stat(output)))) {
      const channels = (await succeeds(stat(levels))) ? levels : null;
      const { durationMs, sourceTracks: tracks } = job;
      return { path: output, durationMs, channels, tracks, facts: null };
    }
    await dataFolder.make(folder);
    progress.report('decoding', 0);
    const startedAt = progress.spentMs();
    const ffmpeg = await findFfmpeg({ env: process.env });
    const {
      durationMs,
      warnings,
      channels: made,
      tracks,
      facts,
    } = await decodeChosen(context, {
      ffmpeg,
      input,
      clock,
      signal,
      output: draft('audio.s16'),
      levels: draft('channels.f32'),
      areSpeakers: job.options.track === 'speakers',
      onProgress: ({ fraction, lengthMs }) => {
        if (lengthMs !== null) progress.lasts(lengthMs);
        progress.report('decoding', fraction);
      },
    });
    const channels = made && levels;
    if (made) await place(made, levels);
    await place(draft('audio.s16'), output);
    failpoint('decode.written');
    for (const warning of warnings) await context.warn(warning);
    await context.patch({ durationMs });
    failpoint('decode.stored');
    const wallMs = progress.spentMs() - startedAt;
    await context.recordTiming({ stage: 'decoding', model: null, mediaMs: durationMs, wallMs });
    return { path: output, durationMs, channels, tracks, facts };
  };
}

/**
 * Decodes what is transcribed and finds out what the file contains. As nearly all files have one audio track, that one
 * is decoded while ffmpeg lists the tracks; if others are to be transcribed, this is aborted and they are decoded.
 */
async function decodeChosen(
  context: JobContext,
  options: Omit<Options, 'tracks' | 'onDescribed'>,
): Promise<Decoded & { facts: MediaFacts; tracks: AudioTrack[] }> {
  const { track: choice } = context.job.options;
  const likely = typeof choice === 'number' ? choice : 1;
  const wrong = new AbortController();
  const described: Description[] = [];
  const attempt = decodeRecording({
    ...options,
    tracks: [likely],
    signal: AbortSignal.any([options.signal, wrong.signal]),
    onDescribed: (description) => {
      described.push(description);
      if (!isDeepStrictEqual(tracksToTranscribe(description.tracks, choice), [likely]))
        wrong.abort();
    },
  });
  await attempt.catch(() => {});
  options.signal.throwIfAborted();
  const [description] = described;
  if (description === undefined) {
    await attempt;
    throw new AppError('unsupported_media');
  }
  const tracks = description.tracks.map(
    ({ codec: _codec, channels: _channels, ...track }) => track,
  );
  await context.patch({ sourceTracks: JSON.stringify(tracks) });
  const chosen = await chooseTracks(context, tracks);
  const decoded = wrong.signal.aborted
    ? await decodeRecording({ ...options, tracks: chosen })
    : await attempt;
  const headerIsTrue = await isHeaderTrue(options.input);
  return { ...decoded, facts: { ...description, headerIsTrue }, tracks };
}

/** The numbers of the tracks that are transcribed. @throws no_such_track, too_many_tracks */
async function chooseTracks(
  { job, warn }: JobContext,
  tracks: readonly AudioTrack[],
): Promise<number[]> {
  const { track: choice } = job.options;
  const chosen = tracksToTranscribe(tracks, choice);
  const [first = 1] = chosen;
  if (chosen.length > MAX_TRACKS) throw new AppError('too_many_tracks');
  if (tracks.length > 0 && first > tracks.length) {
    const there = tracks.length === 1 ? 'one audio track' : `${tracks.length} audio tracks`;
    const message = `The recording has ${there}, and no track ${first}.`;
    throw new AppError('no_such_track', { message });
  }
  // Where a transcript was given, nothing is transcribed.
  if (job.options.transcript !== null) return chosen;
  if (choice === 'speakers' && chosen.length === 1) await warn('single_track');
  if (choice === null && tracks.length > 1) {
    await warn('several_tracks', describeTrack(tracks, first));
  }
  return chosen;
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Such as `1 of 2 (Microphone, English), the first`. */
function describeTrack(tracks: readonly AudioTrack[], number: number): string {
  const chosen = tracks[number - 1];
  const language = chosen?.language && LANGUAGE_NAMES.of(chosen.language);
  const known = [chosen?.title, language].filter((part) => part != null);
  const why = chosen?.default ? 'the one that players begin with' : 'the first';
  const what = known.length > 0 ? ` (${known.join(', ')})` : '';
  return `${number} of ${tracks.length}${what}, ${why}`;
}
