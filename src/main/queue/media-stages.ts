import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { fetchMedia } from '../media/fetch.ts';
import { decodeToPcm } from '../media/ffmpeg.ts';
import type { UrlGuard } from '../media/url-guard.ts';
import type { JobContext } from './job-context.ts';

const MEDIA_NAME = 'media';

export type MediaStages = ReturnType<typeof createMediaStages>;

/** From an address to 16 kHz samples on disk. What an earlier run finished is not done again. */
export function createMediaStages({
  guard,
  uploadPath,
  findFfmpeg,
  clock,
}: {
  guard: UrlGuard;
  uploadPath: (url: string) => Promise<string>;
  findFfmpeg: () => Promise<string>;
  clock: Clock;
}) {
  return {
    /** Returns the file to decode. */
    async fetch(context: JobContext): Promise<string> {
      const { job, folder, signal, progress } = context;
      if (job.sourceType === 'upload') return uploadPath(job.sourceUrl);
      const destination = join(folder, MEDIA_NAME);
      if (job.mediaName !== null && (await exists(destination))) return destination;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      progress.report('fetching', 0);
      const fetched = await fetchMedia({
        url: job.sourceUrl,
        destination,
        guard,
        clock,
        signal,
        onProgress: ({ receivedBytes, totalBytes }) =>
          progress.report('fetching', totalBytes ? receivedBytes / totalBytes : 0),
      });
      await context.learn({ media_name: MEDIA_NAME, source_title: fetched.suggestedName });
      return destination;
    },

    /** The fetched file, as long as the job is not over. */
    source: ({ job, folder }: JobContext): Promise<string> =>
      job.sourceType === 'upload'
        ? uploadPath(job.sourceUrl)
        : Promise.resolve(join(folder, MEDIA_NAME)),

    /** Returns the samples' file and their length, counted and not taken from a header. */
    async decode(
      context: JobContext,
      input: () => Promise<string>,
    ): Promise<{ path: string; durationMs: number }> {
      const { job, folder, signal, progress } = context;
      const output = join(folder, 'audio.s16');
      if (job.durationMs !== null && (await exists(output))) {
        return { path: output, durationMs: job.durationMs };
      }
      const source = await input();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      progress.report('decoding', 0);
      const decoded = await decodeToPcm({
        ffmpeg: await findFfmpeg(),
        input: source,
        output,
        clock,
        signal,
        onProgress: ({ fraction }) => progress.report('decoding', fraction ?? 0),
      });
      for (const warning of decoded.warnings) await context.warn(warning);
      await context.learn({ duration_ms: decoded.durationMs });
      return { path: output, durationMs: decoded.durationMs };
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
