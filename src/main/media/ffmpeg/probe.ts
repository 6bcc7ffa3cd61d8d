/** Describes a recording using ffmpeg itself, because not every ffmpeg comes with ffprobe. */
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { REPORT_MEMORY, tookAllMemory } from './ffmpeg-memory.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { goesOnBehindHeader } from './wav-header.ts';

export type MediaFacts = {
  /** ffmpeg's names for the container, such as `mov`, `mp4`, `m4a`. */
  container: string[];
  /** The codec of the first audio track, such as `aac`. */
  audio: string | null;
  /** Codec and pixel format of the first video track; `null` also when that is only cover art. */
  video: { codec: string; pixels: string } | null;
  /** Whether the header's duration covers all of the audio: players rely on it. */
  headerIsTrue: boolean;
};

/** Matches ffmpeg's lines about the container and its tracks. */
const DESCRIPTION = /^\[info\] (?:Input #0,| {2}Stream #0:\d)/;

/**
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`, `media_too_complex`; the signal's reason
 *   when aborted
 */
export async function probeMedia({
  ffmpeg,
  input,
  clock,
  signal,
}: {
  ffmpeg: string;
  input: string;
  clock: Clock;
  signal: AbortSignal;
}): Promise<MediaFacts> {
  const lines: string[] = [];
  const result = await runFfmpeg({
    ffmpeg,
    input,
    reporting: ['-loglevel', 'level+info', ...REPORT_MEMORY],
    clock,
    signal,
    onStderrLine: (line) => {
      if (DESCRIPTION.test(line)) lines.push(line);
    },
  });
  const facts = readMediaFacts(lines);
  if (facts === null) {
    throw new AppError(tookAllMemory(result) ? 'media_too_complex' : 'unsupported_media');
  }
  return { ...facts, headerIsTrue: !(await goesOnBehindHeader(input)) };
}

/** Parses ffmpeg's description of its input; `null` when it could not open it. */
function readMediaFacts(lines: readonly string[]): Omit<MediaFacts, 'headerIsTrue'> | null {
  const inputs = lines.flatMap((line) => /^\[info\] Input #0, (.+), from /.exec(line)?.[1] ?? []);
  const [container] = inputs;
  if (container === undefined) return null;
  const streams = lines.filter((line) => /^\[info\] {3}Stream #0:\d/.test(line));
  const audio = streams.flatMap((line) => / Audio: (\w+)/.exec(line)?.[1] ?? []);
  const video = streams
    .filter((line) => !line.includes('(attached pic)'))
    .flatMap((line) => {
      const [, codec, pixels] = / Video: (\w+).*?, (\w+)/.exec(line) ?? [];
      return codec === undefined ? [] : [{ codec, pixels: pixels ?? '' }];
    });
  return { container: container.split(','), audio: audio[0] ?? null, video: video[0] ?? null };
}

/** What ffmpeg reports about a recording on stderr, at `-loglevel level+info`. */

export type FfmpegReport = {
  /** The container's own claim; `null` if it makes none or gives only an estimate. */
  headerMs: number | null;
  /** Channels of the decoded stream. */
  channels: number | null;
  noAudioTrack: boolean;
  /** Part of the recording could not be read. */
  damaged: boolean;
  /** The recording's audio tracks, in the file's order. */
  tracks: AudioTrack[];
};

/** What the file says about an audio track; `language` is its tag, such as `eng`. */
export type AudioTrack = { language: string | null; title: string | null };

const MAX_TITLE = 60;

/** Part of ffmpeg's message for a recording without audio. */
export const NO_AUDIO_TRACK = 'matches no streams';

const DAMAGE =
  /\[(?:error|warning)\].*(?:Error while decoding|Error submitting packet|corrupt input packet|File ended prematurely|Invalid data found)/;
const LAYOUTS: Readonly<Record<string, number>> = { mono: 1, stereo: 2, downmix: 2, quad: 4 };

/** Collects the facts line by line; metadata in the recording can fake them, so they are only hints. */
export function createFfmpegReport(): { report: FfmpegReport; read: (line: string) => void } {
  const report: FfmpegReport = {
    headerMs: null,
    channels: null,
    noAudioTrack: false,
    damaged: false,
    tracks: [],
  };
  let estimated = false;
  const readTrack = createTrackReader(report.tracks);

  const read = (line: string) => {
    if (line.includes('Estimating duration from bitrate')) estimated = true;
    if (line.includes(NO_AUDIO_TRACK)) report.noAudioTrack = true;
    if (DAMAGE.test(line)) report.damaged = true;
    const duration = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d)\.(\d\d),/.exec(line);
    if (duration !== null && !estimated) report.headerMs ??= toMs(duration.slice(1).map(Number));
    const audio = /^\[info\] {3}Stream #0:\d.*: Audio: .*? Hz, ([^,]+)/.exec(line);
    if (audio !== null) report.channels ??= channelsOf(audio[1] ?? '');
    readTrack(line);
  };
  return { report, read };
}

/** Reads the tracks of the input only: ffmpeg describes its output in the same words. */
function createTrackReader(tracks: AudioTrack[]): (line: string) => void {
  let ended = false;
  let current: AudioTrack | null = null;
  return (line) => {
    if (/^\[info\] (?:Stream mapping:|Output #)/.test(line)) ended = true;
    if (ended) return;
    const stream = /^\[info\] {3}Stream #0:\d+(?:\[\w+\])?(?:\((\w+)\))?: (\w+):/.exec(line);
    if (stream !== null) {
      const [, tag, kind] = stream;
      current =
        kind === 'Audio' ? { language: tag === 'und' ? null : (tag ?? null), title: null } : null;
      if (current !== null) tracks.push(current);
      return;
    }
    const title = /^\[info\] {7}title {11}: (.+)$/.exec(line)?.[1];
    if (current !== null && title !== undefined) {
      current.title ??= title.replace(/\p{C}/gu, ' ').trim().slice(0, MAX_TITLE) || null;
    }
  };
}

function toMs([hours = 0, minutes = 0, seconds = 0, hundredths = 0]: number[]): number {
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + hundredths * 10;
}

/** `stereo`, `3 channels`, `5.1(side)`. */
function channelsOf(layout: string): number | null {
  const named = LAYOUTS[layout.trim()];
  if (named !== undefined) return named;
  const counted = /^(\d+) channels/.exec(layout);
  if (counted !== null) return Number(counted[1]);
  const surround = /^(\d+)\.(\d+)/.exec(layout);
  return surround === null ? null : Number(surround[1]) + Number(surround[2]);
}
