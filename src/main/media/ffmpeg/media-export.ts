/** Makes files of a recording: clips of it, and its video with subtitles. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SUBTITLE_FILES } from '../../../shared/exports/media-export.ts';
import { languageTag } from '../../../shared/language-tags.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Clock } from '../../core/clock.ts';
import { requireFreeDisk } from '../../core/disk-space.ts';
import { AppError } from '../../core/errors.ts';
import {
  encodePicture,
  type MediaExportOptions,
  readProgress,
  seeking,
  whyFailed,
} from './encode-picture.ts';
import { REPORT_MEMORY } from './ffmpeg-memory.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { type MediaFacts, probeMedia } from './probe.ts';
import { againWhenKilled, runFfmpeg } from './run-ffmpeg.ts';

export type MadeMedia = { path: string; extension: 'm4a' | 'mp4' | 'mkv'; type: string };

const TYPES = { m4a: 'audio/mp4', mp4: 'video/mp4', mkv: 'video/x-matroska' } as const;
/** The index of a large film moves to the front in silence. */
const IDLE_MS = 600_000;
/** Encoding the picture takes nearly all of the time. */
const PICTURE_SHARE = 0.95;
const AAC = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2'];
const MP4 = ['-movflags', '+faststart', '-f', 'mp4'];
const MP4_PICTURES = ['h264', 'hevc', 'mpeg4'];
const MP4_SOUNDS = ['aac', 'mp3', 'ac3', 'eac3', 'alac'];

/** Finds ffmpeg each time, since it may be installed meanwhile. */
export function createMediaMaker({ clock }: { clock: Clock }) {
  return async (options: Omit<MediaExportOptions, 'ffmpeg' | 'clock'>): Promise<MadeMedia> => {
    const ffmpeg = await findFfmpeg({ env: process.env });
    return makeMediaExport({ ...options, ffmpeg, clock });
  };
}

/**
 * A cut is exact to the millisecond: its picture and sound are encoded again. Without one, subtitles as a track leave
 * both as they are. If something kills ffmpeg, it is restarted, up to three runs in all.
 *
 * @throws AppError `no_picture`, `ffmpeg_lacks_h264`, `ffmpeg_lacks_subtitles`, `media_export_failed`, `disk_full`,
 *   `media_too_complex`, and as `probeMedia`; the signal's reason when aborted
 */
async function makeMediaExport(options: MediaExportOptions): Promise<MadeMedia> {
  const { span, subtitles, folder, onProgress } = options;
  const facts = await probeMedia(options);
  const hasPicture = options.picture && facts.video !== null;
  if (!hasPicture && subtitles !== 'none') throw new AppError('no_picture');
  const encodes = hasPicture && (span !== null || subtitles === 'burned');
  const encoded = encodes ? join(folder, 'picture.nut') : null;
  if (encoded !== null) {
    const report = (fraction: number) => onProgress?.(fraction * PICTURE_SHARE);
    await encodePicture(options, encoded, report);
  }
  const extension = !hasPicture ? 'm4a' : encodes || fitsMp4(facts) ? 'mp4' : 'mkv';
  const path = join(folder, `made.${extension}`);
  const share = encodes ? PICTURE_SHARE : 0;
  const report = (fraction: number) => onProgress?.(share + fraction * (1 - share));
  const output = assemble(options, facts, { encoded, extension });
  await againWhenKilled(() => run(options, [...output, `file:${path}`], report));
  if (encoded !== null) await rm(encoded, { force: true });
  return { path, extension, type: TYPES[extension] };
}

function fitsMp4({ audio, video }: MediaFacts): boolean {
  return MP4_PICTURES.includes(video?.codec ?? '') && MP4_SOUNDS.includes(audio ?? 'aac');
}

/** What the file is put together of: the recording, its encoded picture if that is made again, and subtitles. */
type Parts = { encoded: string | null; extension: MadeMedia['extension'] };

/** More inputs, and the output options. */
function assemble(
  options: MediaExportOptions,
  { audio, video }: MediaFacts,
  parts: Parts,
): string[] {
  const { span, subtitles, tags } = options;
  const { encoded, extension } = parts;
  const hasTrack = subtitles === 'track';
  const keepsSound = span === null && extension !== 'm4a' && (encoded === null || audio === 'aac');
  return [
    ...(encoded === null ? [] : ['-f', 'nut', '-i', `file:${encoded}`]),
    ...(hasTrack ? ['-f', 'srt', '-i', SUBTITLE_FILES.track] : []),
    ...pictureOutput(video?.codec ?? null, parts),
    ...['-map', '0:a:0', ...(keepsSound ? ['-c:a', 'copy'] : ['-af', soundFilter(span), ...AAC])],
    ...languageOf('a:0', tags.spoken, extension),
    ...(hasTrack ? trackOutput(tags.subtitles, parts) : ['-sn']),
    // Copying many chapters takes ffmpeg quadratic time, so they are dropped.
    ...['-dn', '-map_chapters', '-1', '-map_metadata', '-1', '-metadata', `title=${tags.title}`],
    ...(extension === 'mkv' ? ['-f', 'matroska'] : MP4),
  ];
}

function pictureOutput(codec: string | null, { encoded, extension }: Parts): string[] {
  if (extension === 'm4a') return ['-vn'];
  if (encoded !== null) return ['-map', '1:v:0', '-c:v', 'copy'];
  // Apple's players know HEVC in MP4 by this name only.
  const brand = codec === 'hevc' && extension === 'mp4' ? ['-tag:v', 'hvc1'] : [];
  return ['-map', '0:v:0', '-c:v', 'copy', ...brand];
}

/** Shown unless it is switched off. */
function trackOutput(language: string | null, { encoded, extension }: Parts): string[] {
  const input = encoded === null ? 1 : 2;
  const codec = extension === 'mkv' ? 'srt' : 'mov_text';
  return [
    ...['-map', `${input}:s:0`, '-c:s', codec, '-disposition:s:0', 'default'],
    ...languageOf('s:0', language, extension),
  ];
}

function languageOf(stream: string, code: string | null, extension: Parts['extension']): string[] {
  if (code === null) return [];
  const tag = languageTag(code, extension === 'mkv' ? 'mkv' : 'mp4');
  return [`-metadata:s:${stream}`, `language=${tag}`];
}

/** The transcript's timeline: late starts and gaps become silence. */
function soundFilter(span: TimeSpan | null): string {
  const timeline = 'aresample=async=1:first_pts=0';
  if (span === null) return timeline;
  return `atrim=start=0,${timeline},atrim=end=${(span.endMs - span.startMs) / 1000}`;
}

async function run(
  { ffmpeg, input, folder, span, durationMs, clock, signal }: MediaExportOptions,
  output: readonly string[],
  report: (fraction: number) => void,
): Promise<void> {
  const lengthMs = span === null ? durationMs : span.endMs - span.startMs;
  const made = join(folder, 'made');
  await requireFreeDisk(made, 0);
  const result = await runFfmpeg({
    ffmpeg,
    input,
    output,
    clock,
    signal,
    // Reports on stdout count as signs of life.
    reporting: [
      ...['-nostats', '-progress', 'pipe:1', '-loglevel', 'level+info', '-y'],
      ...['-filter_threads', '1', ...REPORT_MEMORY, ...seeking(span)],
    ],
    onStdout: async (chunk) => {
      await requireFreeDisk(made, 0);
      const doneMs = readProgress(Buffer.from(chunk).toString());
      if (doneMs !== null) report(Math.min(1, doneMs / Math.max(1, lengthMs)));
    },
    cwd: folder,
    stepsBack: true,
    idleMs: IDLE_MS,
  });
  if (result.exitCode !== 0) throw whyFailed(result);
}
