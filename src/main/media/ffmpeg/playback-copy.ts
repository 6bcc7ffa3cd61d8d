import { open, writeFile } from 'node:fs/promises';
import { PEAKS_PER_SECOND } from '../../../shared/transcription/playable-media.ts';
import { usualTrack } from '../../../shared/transcription/tracks.ts';
import type { Clock } from '../../core/clock.ts';
import { requireFreeDisk } from '../../core/disk-space.ts';
import { AppError } from '../../core/errors.ts';
import { SAMPLE_RATE } from './ffmpeg.ts';
import type { MediaFacts } from './probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Speech stays clear at this bitrate; ten hours are 144 MB. */
const SOUND_BITRATE = '32k';
/** ffmpeg reports nothing while it moves the index of a large film to the front. */
const IDLE_MS = 600_000;
/** The transcript's timeline: late starts and gaps become silence. */
const TIMELINE = 'aresample=48000,aformat=channel_layouts=mono,aresample=async=1:first_pts=0';
/** Every track keeps its own loudness, and a limiter reduces what is too loud together. */
const MIX = 'duration=longest:normalize=0,alimiter=level=0:limit=0.97';

/**
 * Makes the copy of a recording that browsers can play.
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`, `disk_full`; the signal's reason when
 * aborted
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
    areSamples: plan.make === 'samples',
    // Reports on stdout count as signs of life.
    reporting: [
      ...['-nostats', '-progress', 'pipe:1', '-loglevel', 'error', '-y'],
      ...['-filter_threads', '1'],
    ],
    output: [
      ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1'],
      ...(plan.make === 'mp4' ? mp4Arguments(plan) : soundArguments(plan.tracks)),
      `file:${output}`,
    ],
    clock,
    signal,
    idleMs: IDLE_MS,
  });
  if (result.exitCode !== 0) throw new AppError('unsupported_media', { cause: result.stderr });
}

function mp4Arguments({ type, audio, tracks }: Extract<PlaybackPlan, { make: 'mp4' }>): string[] {
  return [
    ...(type.startsWith('video/') ? ['-map', '0:v:0', '-c:v', 'copy'] : ['-vn']),
    ...mapTracks(tracks),
    ...['-c:a', ...(audio === 'copy' ? ['copy'] : ['aac', '-b:a', '96k'])],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
}

function soundArguments(tracks: readonly number[]): string[] {
  return [
    ...[...mapTracks(tracks), '-vn', ...(tracks.length === 1 ? ['-af', TIMELINE] : [])],
    ...['-c:a', 'libopus', '-b:a', SOUND_BITRATE, '-f', 'webm'],
  ];
}

/** One audio track as it is, or the mix of several. */
function mapTracks(tracks: readonly number[]): string[] {
  const all = tracks.map((track) => track - 1);
  if (all.length === 1) return ['-map', `0:a:${all[0]}`];
  const inputs = all.map((at) => `[0:a:${at}]${TIMELINE}[track${at}];`).join('');
  const mix = `${all.map((at) => `[track${at}]`).join('')}amix=inputs=${all.length}:${MIX}[mix]`;
  return ['-filter_complex_threads', '1', '-filter_complex', inputs + mix, '-map', '[mix]'];
}

const SAMPLES_A_PEAK = SAMPLE_RATE / PEAKS_PER_SECOND;
const PEAKS_A_READ = 64;

/**
 * Writes the waveform of a recording: one byte per eighth of a second, from 0 for silence to 255 for full scale. Ten
 * hours are 288,000 bytes.
 */
export async function writeWaveform({
  samples,
  output,
  signal,
}: {
  /** 16 kHz mono s16le. */
  samples: string;
  output: string;
  signal: AbortSignal;
}): Promise<void> {
  await using file = await open(samples, 'r');
  const { size } = await file.stat();
  const peaks = new Uint8Array(Math.ceil(Math.floor(size / 2) / SAMPLES_A_PEAK));
  const block = new Int16Array(SAMPLES_A_PEAK * PEAKS_A_READ);
  for (let at = 0; at < peaks.length; at += PEAKS_A_READ) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(block.buffer);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at * SAMPLES_A_PEAK * 2);
    const read = block.subarray(0, Math.floor(bytesRead / 2));
    for (let index = 0; index * SAMPLES_A_PEAK < read.length; index++) {
      const from = index * SAMPLES_A_PEAK;
      peaks[at + index] = peakOf(read.subarray(from, from + SAMPLES_A_PEAK));
    }
  }
  await writeFile(output, peaks, { mode: 0o600 });
}

function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(255, peak >> 7);
}

/** The formats that Chromium, and so the window and the desktop app, plays with accurate seeking. */
type PlaybackPlan =
  /** The file can be played as it is. */
  | { make: 'nothing'; type: string }
  /**
   * Its video and audio can be played in another container; `audio` says whether the audio is copied or encoded.
   * Several tracks are mixed.
   */
  | {
      make: 'mp4';
      type: 'video/mp4' | 'audio/mp4';
      audio: 'copy' | 'encode';
      tracks: readonly number[];
    }
  /** Only its audio can be played, after encoding. */
  | { make: 'sound'; type: 'audio/webm'; tracks: readonly number[] }
  | typeof SAMPLES_AS_SOUND;

/**
 * The transcribed sound itself is played, where its tracks cannot be mixed in time: the input are the decoded samples.
 */
export const SAMPLES_AS_SOUND = { make: 'samples', type: 'audio/webm', tracks: [1] } as const;

const AUDIO_FILES: readonly { container: string; codecs: readonly string[]; type: string }[] = [
  { container: 'mp3', codecs: ['mp3', 'mp3float'], type: 'audio/mpeg' },
  { container: 'mp4', codecs: ['aac', 'mp3', 'opus', 'flac'], type: 'audio/mp4' },
  { container: 'ogg', codecs: ['vorbis', 'opus', 'flac'], type: 'audio/ogg' },
  { container: 'webm', codecs: ['vorbis', 'opus'], type: 'audio/webm' },
  { container: 'flac', codecs: ['flac'], type: 'audio/flac' },
  {
    container: 'wav',
    codecs: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'],
    type: 'audio/wav',
  },
];
const WEBM_PICTURE = ['vp8', 'vp9', 'av1'];
const WEBM_SOUND = ['opus', 'vorbis'];
const MP4_SOUND = ['aac', 'mp3'];

/**
 * Plans the conversion that makes a recording playable; `tracks` are the audio tracks that are transcribed. Video is
 * never re-encoded: that would take far too long.
 */
export function planPlayback(
  { container, tracks: all, video, headerIsTrue }: MediaFacts,
  tracks: readonly number[],
): PlaybackPlan {
  const [first = 1] = tracks;
  const codec = tracks.length > 1 ? 'mix' : (all[first - 1]?.codec ?? '');
  // Browsers play the first track, or the one that the file says.
  const isPlayed = tracks.length === 1 && first === 1 && usualTrack(all) === 1;
  if (video === null) {
    const file = AUDIO_FILES.find(
      (known) => container.includes(known.container) && known.codecs.includes(codec),
    );
    if (file && headerIsTrue && isPlayed) return { make: 'nothing', type: file.type };
    // Raw AAC has no index, so seeking in it is inexact.
    if (codec === 'aac') return { make: 'mp4', type: 'audio/mp4', audio: 'copy', tracks };
    return { make: 'sound', type: 'audio/webm', tracks };
  }
  const webm = WEBM_PICTURE.includes(video.codec) && WEBM_SOUND.includes(codec);
  if (webm && container.includes('webm') && isPlayed)
    return { make: 'nothing', type: 'video/webm' };
  if (video.codec !== 'h264' || !/^yuvj?420p$/.test(video.pixels)) {
    return { make: 'sound', type: 'audio/webm', tracks };
  }
  if (!MP4_SOUND.includes(codec))
    return { make: 'mp4', type: 'video/mp4', audio: 'encode', tracks };
  return container.includes('mp4') && isPlayed
    ? { make: 'nothing', type: 'video/mp4' }
    : { make: 'mp4', type: 'video/mp4', audio: 'copy', tracks };
}
