/** Encodes the picture of a recording again: for an exact cut, and for subtitles in it. */
import { open, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SUBTITLE_FILES } from '../../../shared/exports/media-export.ts';
import { fitAss } from '../../../shared/subtitles/write-ass.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Clock } from '../../core/clock.ts';
import { requireFreeDisk } from '../../core/disk-space.ts';
import { AppError } from '../../core/errors.ts';
import type { ChildResult } from '../../processes/run-program.ts';
import { FFMPEG_MEMORY_BYTES, REPORT_MEMORY, tookAllMemory } from './ffmpeg-memory.ts';
import { ffmpegTells } from './find-ffmpeg.ts';
import { againWhenKilled, runFfmpeg } from './run-ffmpeg.ts';

export type MediaExportOptions = {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  input: string;
  /** A folder for the file, in which the subtitles are under the names of `SUBTITLE_FILES`. */
  folder: string;
  /** The part of the recording; null for all of it, whose length is `durationMs`. */
  span: TimeSpan | null;
  durationMs: number;
  /** Whether a video keeps its picture. */
  picture: boolean;
  subtitles: 'none' | 'track' | 'burned';
  /** The title, and the languages of what is spoken and of the subtitles, for players; codes as Whisper's. */
  tags: { title: string; spoken: string | null; subtitles: string | null };
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (fraction: number) => void;
};

/** Enough for 4K with these threads; encoding needs more than reading. */
const MEMORY_BYTES = FFMPEG_MEMORY_BYTES + 2 ** 31;
const THREADS = Math.min(4, availableParallelism());
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-threads', String(THREADS)];
/**
 * At the recording's own rate, within bounds: some files state 90,000 pictures a second, or one in ten. The first is
 * the last one before the cut, however rarely pictures come.
 */
const CONSTANT_RATE = "fps=fps='max(5,min(source_fps,60))':start_time=0";
/** The encoder wants even sides, and players this layout. */
const PLAYABLE = 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p';
const DISK_CHECK_BYTES = 16 * 2 ** 20;
/** In seconds, which limits how many lines of its reports are read. */
const REPORT_EVERY = '2';

/**
 * Writes the picture alone, as NUT: ffmpeg hands it to us, so that it ends when we do, even if we are killed.
 *
 * @throws AppError as `makeMediaExport`
 */
export async function encodePicture(
  options: MediaExportOptions,
  path: string,
  report: (fraction: number) => void,
): Promise<void> {
  await requireAbilities(options);
  if (options.subtitles === 'burned') await fitSubtitles(options);
  await againWhenKilled(() => encodeOnce(options, path, report));
}

/** Subtitles in the picture are laid out for its size, which only ffmpeg knows: films of phones may be rotated. */
async function fitSubtitles(options: MediaExportOptions): Promise<void> {
  const file = join(options.folder, SUBTITLE_FILES.burned);
  const size = await againWhenKilled(() => pictureSize(options));
  await writeFile(file, fitAss(await readFile(file, 'utf8'), size));
}

async function pictureSize({ ffmpeg, input, clock, signal }: MediaExportOptions) {
  let size: { width: number; height: number } | null = null;
  let isOutput = false;
  const result = await runFfmpeg({
    ffmpeg,
    input,
    clock,
    signal,
    reporting: ['-nostats', '-loglevel', 'level+info', '-filter_threads', '1', ...REPORT_MEMORY],
    output: ['-map', '0:v:0', '-an', '-sn', '-frames:v', '1', '-vf', PLAYABLE, '-f', 'null', '-'],
    onStderrLine: (line) => {
      isOutput ||= line.includes('Output #0');
      const [, about = ''] = line.split(' Video: ', 2);
      const [, width, height] = /, (\d{2,5})x(\d{2,5})\b/.exec(about) ?? [];
      if (isOutput && width && height) size ??= { width: Number(width), height: Number(height) };
    },
  });
  if (size === null) throw whyFailed(result);
  return size;
}

async function encodeOnce(
  { ffmpeg, input, folder, span, durationMs, subtitles, clock, signal }: MediaExportOptions,
  path: string,
  report: (fraction: number) => void,
): Promise<void> {
  const lengthMs = span === null ? durationMs : span.endMs - span.startMs;
  const filters = [
    CONSTANT_RATE,
    ...(span === null ? [] : [`trim=end=${lengthMs / 1000}`]),
    PLAYABLE,
    ...(subtitles === 'burned' ? [`ass=${SUBTITLE_FILES.burned}`] : []),
  ];
  await using file = await open(path, 'w', 0o600);
  let written = 0;
  let checkedAt = -DISK_CHECK_BYTES;
  const result = await runFfmpeg({
    ffmpeg,
    input,
    clock,
    signal,
    reporting: [
      ...['-nostats', '-progress', 'pipe:2', '-stats_period', REPORT_EVERY],
      ...['-loglevel', 'level+info', '-filter_threads', '1', ...REPORT_MEMORY, ...seeking(span)],
    ],
    output: [
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-map_chapters', '-1', '-map_metadata', '-1'],
      ...['-vf', filters.join(','), ...H264, '-f', 'nut', 'pipe:1'],
    ],
    onStdout: async (chunk) => {
      if (written - checkedAt >= DISK_CHECK_BYTES) {
        await requireFreeDisk(path, 0);
        checkedAt = written;
      }
      await file.appendFile(chunk);
      written += chunk.length;
    },
    onStderrLine: (line) => {
      const doneMs = readProgress(line);
      if (doneMs !== null) report(Math.min(1, doneMs / Math.max(1, lengthMs)));
    },
    cwd: folder,
    stepsBack: true,
    memoryBytes: MEMORY_BYTES,
  });
  if (result.exitCode !== 0) throw whyFailed(result);
}

/** Begins a little before the cut, with what is needed to decode it; the filters leave that out. */
export function seeking(span: TimeSpan | null): string[] {
  return span === null ? [] : ['-noaccurate_seek', '-ss', String(span.startMs / 1000)];
}

/** How much is written, by ffmpeg's own report. */
export function readProgress(text: string): number | null {
  const last = [...text.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
  return last === undefined ? null : Number(last) / 1000;
}

/** The error of a run that did not succeed. */
export function whyFailed(result: ChildResult): AppError {
  const cause = result.stderr;
  if (/No space left on device|Disk quota exceeded/.test(cause)) {
    return new AppError('disk_full', { cause });
  }
  return new AppError(tookAllMemory(result) ? 'media_too_complex' : 'media_export_failed', {
    cause,
  });
}

/** @throws ffmpeg_lacks_h264, ffmpeg_lacks_subtitles */
async function requireAbilities({ ffmpeg, signal, subtitles }: MediaExportOptions): Promise<void> {
  const has = (list: '-encoders' | '-filters', name: RegExp) =>
    ffmpegTells({ ffmpeg, signal }, [list], name);
  if (!(await has('-encoders', /^\s*V\S*\s+libx264\s/))) throw new AppError('ffmpeg_lacks_h264');
  if (subtitles !== 'burned' || (await has('-filters', /^\s*\S+\s+ass\s/))) return;
  throw new AppError('ffmpeg_lacks_subtitles');
}
