/** What ffmpeg says about a recording on stderr, at `-loglevel level+info`. */

export type FfmpegReport = {
  /** The container's own claim; `null` when it makes none or only an estimate. */
  headerMs: number | null;
  /** Channels of the stream that is decoded. */
  channels: number | null;
  noAudioTrack: boolean;
  /** Something of the recording could not be read. */
  damaged: boolean;
};

/** Part of the line about a recording without sound. */
export const NO_AUDIO_TRACK = 'matches no streams';

const DAMAGE =
  /\[(?:error|warning)\].*(?:Error while decoding|Error submitting packet|corrupt input packet|File ended prematurely|Invalid data found)/;
const LAYOUTS: Readonly<Record<string, number>> = { mono: 1, stereo: 2, downmix: 2, quad: 4 };

/** Collects the facts line by line; metadata inside the recording can fake them, so they are only hints. */
export function createFfmpegReport(): { report: FfmpegReport; read: (line: string) => void } {
  const report: FfmpegReport = {
    headerMs: null,
    channels: null,
    noAudioTrack: false,
    damaged: false,
  };
  let estimated = false;

  const read = (line: string) => {
    if (line.includes('Estimating duration from bitrate')) estimated = true;
    if (line.includes(NO_AUDIO_TRACK)) report.noAudioTrack = true;
    if (DAMAGE.test(line)) report.damaged = true;
    const duration = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d)\.(\d\d),/.exec(line);
    if (duration !== null && !estimated) report.headerMs ??= toMs(duration.slice(1).map(Number));
    const audio = /^\[info\] {3}Stream #0:\d.*: Audio: .*? Hz, ([^,]+)/.exec(line);
    if (audio !== null) report.channels ??= channelsOf(audio[1] ?? '');
  };
  return { report, read };
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
