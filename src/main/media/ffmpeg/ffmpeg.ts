/** Decodes any recording to the engine's input: 16 kHz mono signed 16-bit little-endian samples. */
import { open, stat } from 'node:fs/promises';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { Amplified, QuietLine } from '../../core/audio-channels.ts';
import type { Clock } from '../../core/clock.ts';
import { FREE_DISK_FLOOR, requireFreeDisk } from '../../core/disk-space.ts';
import { publishMade } from '../../core/durable-files.ts';
import { AppError } from '../../core/errors.ts';
import type { ChildResult } from '../../processes/run-program.ts';
import { REPORT_MEMORY, tookAllMemory } from './ffmpeg-memory.ts';
import {
  createFfmpegReport,
  type Description,
  type FfmpegReport,
  NO_AUDIO_TRACK,
} from './probe.ts';
import { againWhenKilled, type FfmpegRun, MAX_RECORDING_MS, runFfmpeg } from './run-ffmpeg.ts';

/** In Hz; Whisper's input rate. */
export const SAMPLE_RATE = 16_000;

const BYTES_PER_MS = (SAMPLE_RATE / 1000) * 2;
const TOTAL_TIMEOUT_MS = 3 * 3_600_000;
const DISK_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the recording's timeline: a late start or a gap in a track becomes silence, as in players. Filling happens
 * after resampling, where a gap needs the least memory.
 */
const TIMELINE = 'aresample=async=1:first_pts=0';

export type DecodeOptions = {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  input: string;
  /** The finished samples; `<output>.part` until then. */
  output: string;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (progress: DecodeProgress) => void;
  /** Called in each run that can open the file, before it ends. */
  onDescribed?: (description: Description) => void;
  freeDiskFloor?: number;
  /** The number of the audio track to decode; the first when left out. */
  track?: number;
  /** Whether a track that was read well and holds no sound is one that is silent. */
  mayBeEmpty?: boolean;
  /** For two-channel recordings: the channel to amplify before both are mixed. */
  quietLine?: QuietLine;
};

/** `fraction` and `channels` are `null` until the recording states its duration and channel count. */
type DecodeProgress = {
  decodedMs: number;
  fraction: number | null;
  channels: number | null;
};

type DecodeWarning = 'truncated_input';

export type DecodedAudio = {
  /** Counted from the samples, not taken from a header. */
  durationMs: number;
  samples: number;
  /** The track's channel count before mixing; `null` when ffmpeg does not report it. */
  channels: number | null;
  /** Part of the recording could not be read; else only its end may be missing. */
  damaged: boolean;
  warnings: DecodeWarning[];
};

/**
 * Decodes an audio track of `input` to `output`. ffmpeg gets no network and one thread; if something kills it,
 * it is restarted, up to three runs in all.
 *
 * @throws AppError `empty_media`, `unsupported_media`, `media_too_complex`, `no_audio_track`, `recording_too_long`,
 *   `disk_full`, `ffmpeg_missing`, `ffmpeg_crashed`; the signal's reason when aborted
 */
export function decodeToPcm(options: DecodeOptions): Promise<DecodedAudio> {
  return againWhenKilled(() => decodeOnce(options));
}

async function decodeOnce(options: DecodeOptions): Promise<DecodedAudio> {
  const { size } = await stat(options.input);
  if (size === 0) throw new AppError('empty_media');
  return publishMade(options.output, async (part) => {
    const { bytes, report, result } = await decodeToFile(options, part);
    const samples = Math.floor(bytes / 2);
    if ((samples === 0 || result.exitCode !== 0) && tookAllMemory(result)) {
      throw new AppError('media_too_complex', { cause: result });
    }
    const damaged = report.damaged || result.exitCode !== 0;
    if (samples === 0 && (damaged || options.mayBeEmpty !== true)) {
      throw new AppError(causeOfSilence(report, result));
    }
    const durationMs = Math.floor(bytes / BYTES_PER_MS);
    const isTruncated = damaged || report.cutOff || endsEarly(report, durationMs);
    const warnings = isTruncated ? ['truncated_input' as const] : [];
    return { durationMs, samples, channels: report.channels, damaged, warnings };
  });
}

async function decodeToFile(
  options: DecodeOptions,
  part: string,
): Promise<{ bytes: number; report: FfmpegReport; result: ChildResult }> {
  const { track = 1 } = options;
  const { report, read, end } = createFfmpegReport(track);
  let toDescribe = options.onDescribed;
  const describe = () => {
    if (report.description === null) return;
    toDescribe?.(report.description);
    toDescribe = undefined;
  };
  const started = options.clock.mono();
  const floor = options.freeDiskFloor ?? FREE_DISK_FLOOR;
  const file = await open(part, 'w');
  let bytes = 0;
  let diskCheckedAt = -DISK_CHECK_BYTES;
  let announcedMs: number | null = null;
  const mix = options.quietLine && createLineMixer(options.quietLine, SAMPLE_RATE);
  try {
    const result = await runFfmpeg({
      ffmpeg: options.ffmpeg,
      input: options.input,
      clock: options.clock,
      signal: options.signal,
      ...decoding({ rate: SAMPLE_RATE, channels: mix ? 2 : 1, track }),
      onStderrLine: (line) => {
        read(line);
        describe();
      },
      onStdout: async (chunk) => {
        const samples = mix?.(chunk) ?? chunk;
        bytes += samples.length;
        const decodedMs = Math.floor(bytes / BYTES_PER_MS);
        if (decodedMs > MAX_RECORDING_MS) throw new AppError('recording_too_long');
        if (options.clock.mono() - started > TOTAL_TIMEOUT_MS) {
          throw new AppError('unsupported_media');
        }
        if (bytes - diskCheckedAt >= DISK_CHECK_BYTES || report.headerMs !== announcedMs) {
          announcedMs = report.headerMs;
          await requireFreeDisk(part, bytesToCome(report, bytes), floor);
          diskCheckedAt = bytes;
        }
        await file.appendFile(samples);
        const fraction = fractionOf(decodedMs, report.headerMs);
        options.onProgress?.({ decodedMs, fraction, channels: report.channels });
      },
    });
    end();
    describe();
    return { bytes, report, result };
  } finally {
    await file.close();
  }
}

/** Two channels keep the sides of a stereo recording apart; one channel is a mix of all. */
export function decoding({
  rate,
  channels,
  track,
}: {
  rate: number;
  channels: 1 | 2;
  track: number;
}): Pick<FfmpegRun, 'reporting' | 'output'> {
  const layout = channels === 1 ? 'mono' : 'stereo';
  const format = `aresample=${rate},aformat=sample_fmts=s16:channel_layouts=${layout}`;
  return {
    reporting: ['-nostats', '-loglevel', 'level+info', '-filter_threads', '1', ...REPORT_MEMORY],
    output: [
      // Copying many chapters takes ffmpeg quadratic time, so they are dropped.
      ...['-map', `0:a:${track - 1}`, '-vn', '-sn', '-dn'],
      ...['-map_chapters', '-1', '-map_metadata', '-1'],
      ...['-af', `${format},${TIMELINE}`, '-ac', String(channels)],
      ...['-ar', String(rate), '-f', 's16le', 'pipe:1'],
    ],
  };
}

/** Estimated from the header's duration, which is not trusted beyond the limit. */
function bytesToCome(report: FfmpegReport, bytes: number): number {
  const announcedMs = Math.min(report.headerMs ?? 0, MAX_RECORDING_MS);
  return Math.max(0, announcedMs * BYTES_PER_MS - bytes);
}

/** Searches the end of stderr again, because a recording with very long metadata pushes the line past the limit. */
function causeOfSilence(report: FfmpegReport, { stderr }: ChildResult): ErrorCode {
  const isSilent = report.noAudioTrack || stderr.includes(NO_AUDIO_TRACK);
  return isSilent ? 'no_audio_track' : 'unsupported_media';
}

/**
 * Whether the end is missing: headers are rounded and include encoder padding, hence the margin of 1 s and 2 %. They
 * state the length of the longest track, so that they say nothing of sound beside a picture or other sound.
 */
function endsEarly({ headerMs, description }: FfmpegReport, durationMs: number): boolean {
  const isAlone = !description || (description.video === null && description.tracks.length < 2);
  if (!isAlone) return false;
  return (headerMs ?? 0) * 0.98 - 1000 - durationMs > 0;
}

function fractionOf(decodedMs: number, headerMs: number | null): number | null {
  return headerMs === null || headerMs === 0 ? null : Math.min(1, decodedMs / headerMs);
}

/** Fades the gain in and out around a span to avoid clicks. */
const RAMP_MS = 50;

/** The gain of each sample; samples must be requested in order. */
export function createGain({ gain, spans }: Amplified, rate: number): (sample: number) => number {
  const perMs = rate / 1000;
  const ramp = RAMP_MS * perMs;
  let next = 0;
  return (sample) => {
    let span = spans[next];
    while (span !== undefined && sample >= span.endMs * perMs + ramp) span = spans[++next];
    if (span === undefined) return 1;
    const outside = Math.max(0, span.startMs * perMs - sample, sample - span.endMs * perMs);
    return outside >= ramp ? 1 : gain + (1 - gain) * (outside / ramp);
  };
}

/**
 * Mixes chunks of interleaved s16le samples to the mean of both channels, as ffmpeg does, with a gain for the quiet
 * line. Timing is unchanged.
 */
export function createLineMixer(line: QuietLine, rate: number): (chunk: Uint8Array) => Uint8Array {
  const gainAt = createGain(line, rate);
  const quiet = line.channel === 'left' ? 0 : 1;
  let rest: Uint8Array = new Uint8Array(0);
  let at = 0;

  return (chunk) => {
    const bytes = Uint8Array.from(Buffer.concat([rest, chunk]));
    const pairs = bytes.length >> 2;
    const samples = new Int16Array(bytes.buffer, 0, pairs * 2);
    rest = bytes.subarray(pairs * 4);
    const mixed = new Int16Array(pairs);
    for (let pair = 0; pair < pairs; pair += 1) {
      const near = samples[pair * 2 + 1 - quiet] ?? 0;
      const far = samples[pair * 2 + quiet] ?? 0;
      const sum = near + far * gainAt(at + pair);
      mixed[pair] = Math.max(-32_768, Math.min(32_767, Math.round(sum / 2)));
    }
    at += pairs;
    return new Uint8Array(mixed.buffer);
  };
}
