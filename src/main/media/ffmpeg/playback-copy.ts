import { open, writeFile } from 'node:fs/promises';
import { PEAKS_PER_SECOND } from '../../../shared/transcription/media.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { requireFreeDisk } from '../disk.ts';
import { SAMPLE_RATE } from './ffmpeg.ts';
import type { MediaFacts } from './probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Speech stays clear at this rate; ten hours are 144 MB. */
const SOUND_BITRATE = '32k';
/** Moving the index of a large film to its front is done without a word. */
const IDLE_MS = 600_000;
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
    // Its reports on stdout are the sign of life.
    reporting: [
      ...['-nostats', '-progress', 'pipe:1', '-loglevel', 'error', '-y'],
      ...['-filter_threads', '1'],
    ],
    output: [
      ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1'],
      ...(plan.make === 'mp4' ? mp4Arguments(plan) : soundArguments()),
      `file:${output}`,
    ],
    clock,
    signal,
    idleMs: IDLE_MS,
  });
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

const SAMPLES_A_PEAK = SAMPLE_RATE / PEAKS_PER_SECOND;
const PEAKS_A_READ = 64;

/**
 * Writes how loud a recording is along its length: one byte for each eighth of a second, 0 silence to 255 the
 * loudest a sample can be. Ten hours are 288,000 bytes.
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

/** What Chromium plays, and so the window and the desktop app, with accurate seeking. */
type PlaybackPlan =
  /** The file plays as it is. */
  | { make: 'nothing'; type: string }
  /** Its picture and sound play, but in another container; `audio` says whether the sound is kept too. */
  | { make: 'mp4'; type: 'video/mp4' | 'audio/mp4'; audio: 'copy' | 'encode' }
  /** Only its sound will play, encoded anew. */
  | { make: 'sound'; type: 'audio/webm' };

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

/** What must be made of a recording so that it can be played. Encoding pictures anew would take far too long. */
export function planPlayback({ container, audio, video, headerIsTrue }: MediaFacts): PlaybackPlan {
  const codec = audio ?? '';
  if (video === null) {
    const file = AUDIO_FILES.find(
      (known) => container.includes(known.container) && known.codecs.includes(codec),
    );
    if (file && headerIsTrue) return { make: 'nothing', type: file.type };
    // Bare AAC has no index, so that jumping in it is a guess.
    if (codec === 'aac') return { make: 'mp4', type: 'audio/mp4', audio: 'copy' };
    return { make: 'sound', type: 'audio/webm' };
  }
  const webm = WEBM_PICTURE.includes(video.codec) && WEBM_SOUND.includes(codec);
  if (webm && container.includes('webm')) return { make: 'nothing', type: 'video/webm' };
  if (video.codec !== 'h264' || !/^yuvj?420p$/.test(video.pixels)) {
    return { make: 'sound', type: 'audio/webm' };
  }
  if (!MP4_SOUND.includes(codec)) return { make: 'mp4', type: 'video/mp4', audio: 'encode' };
  return container.includes('mp4')
    ? { make: 'nothing', type: 'video/mp4' }
    : { make: 'mp4', type: 'video/mp4', audio: 'copy' };
}
