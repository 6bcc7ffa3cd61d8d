/** Describes a recording using ffmpeg itself, because not every ffmpeg comes with ffprobe. */
import { stat } from 'node:fs/promises';
import { type AudioTrack, MAX_LISTED_TRACKS } from '../../../shared/transcription/tracks.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { REPORT_MEMORY, tookAllMemory } from './ffmpeg-memory.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { goesOnBehindHeader } from './wav-header.ts';

/** What the file says about an audio track, and what ffmpeg finds in it. */
type TrackFacts = AudioTrack & {
  /** Such as `aac`. */
  codec: string;
  /** `null` when ffmpeg does not report it. */
  channels: number | null;
};

export type MediaFacts = {
  /** ffmpeg's names for the container, such as `mov`, `mp4`, `m4a`. */
  container: string[];
  /** The codec of the first audio track, such as `aac`. */
  audio: string | null;
  /** The audio tracks, in the file's order. */
  tracks: TrackFacts[];
  /** Codec and pixel format of the first video track; `null` also when that is only cover art. */
  video: { codec: string; pixels: string } | null;
  /** Whether the header's duration covers all of the audio: players rely on it. */
  headerIsTrue: boolean;
};

/** What ffmpeg says of a file whenever it opens it. */
export type Description = Omit<MediaFacts, 'headerIsTrue'>;

/**
 * @throws AppError `empty_media`, `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`, `media_too_complex`; the
 *   signal's reason when aborted
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
  const { size } = await stat(input);
  if (size === 0) throw new AppError('empty_media');
  const reader = createDescriptionReader();
  const result = await runFfmpeg({
    ffmpeg,
    input,
    reporting: ['-loglevel', 'level+info', ...REPORT_MEMORY],
    clock,
    signal,
    onStderrLine: reader.read,
  });
  const description = reader.description();
  if (description === null) {
    throw new AppError(tookAllMemory(result) ? 'media_too_complex' : 'unsupported_media');
  }
  return { ...description, headerIsTrue: await isHeaderTrue(input) };
}

/** Whether the header's duration covers all of the audio. */
export async function isHeaderTrue(input: string): Promise<boolean> {
  return !(await goesOnBehindHeader(input));
}

/** Matches ffmpeg's line about a track of the input, which ffmpeg 4 indents further. */
const STREAM = /^\[info\] (?: {2}){1,2}Stream #0:(\d+)(?:\[\w+\])?(?:\((\w+)\))?: (.+)$/;

/** What ffmpeg reports about a recording on stderr, at `-loglevel level+info`. */

export type FfmpegReport = {
  /** The container's own claim; `null` if it makes none or gives only an estimate. */
  headerMs: number | null;
  channels: number | null;
  noAudioTrack: boolean;
  /** Part of the recording could not be read. */
  damaged: boolean;
  /** Its index says more than there is. */
  cutOff: boolean;
  /** Null until it is complete; some files are described too long for that until the end. */
  description: Description | null;
};

const MAX_TITLE = 60;
/** A code of ISO 639, as containers have it. */
const LANGUAGE = /^[a-z]{2,3}$/;
/** Names of programs that wrote an MP4, not of its tracks. */
const HANDLER = /handler|media|^audio$|^sound$/i;

/** Part of ffmpeg's message for a recording without audio. */
export const NO_AUDIO_TRACK = 'matches no streams';

const TROUBLE = /\[(?:error|warning)\]/;
const DAMAGE =
  /Error while decoding|Error submitting packet|corrupt input packet|File ended prematurely|Invalid data found/;
const CUT_OFF = /partial file/;
const LAYOUTS: Readonly<Record<string, number>> = { mono: 1, stereo: 2, downmix: 2, quad: 4 };

/**
 * Collects the facts about one track line by line; metadata in the recording can fake them, so they are only hints.
 * `end` is called after the last line.
 */
export function createFfmpegReport(track = 1): {
  report: FfmpegReport;
  read: (line: string) => void;
  end: () => void;
} {
  const report: FfmpegReport = {
    headerMs: null,
    channels: null,
    noAudioTrack: false,
    damaged: false,
    cutOff: false,
    description: null,
  };
  let estimated = false;
  const reader = createDescriptionReader();
  const end = () => {
    report.description ??= reader.description();
  };

  const read = (line: string) => {
    if (line.includes('Estimating duration from bitrate')) estimated = true;
    if (line.includes(NO_AUDIO_TRACK)) report.noAudioTrack = true;
    const trouble = line.search(TROUBLE);
    if (trouble >= 0 && DAMAGE.test(line.slice(trouble))) report.damaged = true;
    if (trouble >= 0 && CUT_OFF.test(line.slice(trouble))) report.cutOff = true;
    const duration = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d)\.(\d\d),/.exec(line);
    if (duration !== null && !estimated) report.headerMs ??= toMs(duration.slice(1).map(Number));
    if (reader.read(line)) end();
    report.channels ??= reader.tracks()[track - 1]?.channels ?? null;
  };
  return { report, read, end };
}

/** Reads only what describes the input: ffmpeg describes its output in the same words. */
function createDescriptionReader() {
  const containers: string[] = [];
  const videos: NonNullable<Description['video']>[] = [];
  const found = new Map<number, TrackFacts>();
  let ended = false;
  let current: TrackFacts | null = null;

  const tracks = () =>
    [...found]
      .toSorted(([a], [b]) => a - b)
      .map(([, track], index) => ({ ...track, number: index + 1 }));

  const readTrack = (line: string): void => {
    const stream = STREAM.exec(line);
    if (stream !== null) {
      const [, at, tag = 'und', description = ''] = stream;
      current = toTrack(tag, description);
      // A stream of two programs is described twice.
      if (current !== null && found.size < MAX_LISTED_TRACKS) found.set(Number(at), current);
      return;
    }
    const title = /^\[info\] {7}(title|handler_name) *: (.+)$/.exec(line);
    if (current === null || title === null) return;
    const [, key, text = ''] = title;
    if (key === 'title' || !HANDLER.test(text)) {
      current.title ??= text.replace(/\p{C}/gu, ' ').trim().slice(0, MAX_TITLE) || null;
    }
  };

  return {
    tracks,
    /** Whether the description is complete with this line. */
    read(line: string): boolean {
      if (ended) return false;
      ended = /^\[info\] (?:Stream mapping:|Output #)/.test(line);
      if (ended) return true;
      const container = /^\[info\] Input #0, (.+), from /.exec(line)?.[1];
      if (container !== undefined) containers.push(container);
      if (STREAM.test(line) && !line.includes('(attached pic)')) {
        const [, about = ''] = line.split(' Video: ', 2);
        const codec = /^\w+/.exec(about)?.[0];
        const pixels = /, (\w+)/.exec(about)?.[1];
        if (codec !== undefined && pixels !== undefined) videos.push({ codec, pixels });
      }
      readTrack(line);
      return false;
    },
    /** Null if ffmpeg could not tell what the file is. */
    description(): Description | null {
      const [container] = containers;
      if (container === undefined) return null;
      const audio = tracks();
      return {
        container: container.split(','),
        audio: audio[0]?.codec ?? null,
        tracks: audio,
        video: videos[0] ?? null,
      };
    },
  };
}

/** Null for what is not audio. */
function toTrack(tag: string, description: string): TrackFacts | null {
  const codec = /^Audio: (\w+)/.exec(description)?.[1];
  if (codec === undefined) return null;
  const layout = / Hz, ([^,]+)/.exec(description)?.[1];
  return {
    number: 0,
    language: LANGUAGE.test(tag) && tag !== 'und' ? tag : null,
    title: null,
    default: /\(default\)/.test(description),
    codec,
    channels: layout === undefined ? null : channelsOf(layout),
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
