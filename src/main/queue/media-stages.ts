import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { decodeToPcm } from '../media/ffmpeg.ts';
import type { JobContext } from './job-context.ts';
import type { SourceFetch } from './source-fetch.ts';

export type MediaStages = ReturnType<typeof createMediaStages>;

/** From an address to 16 kHz samples on disk. What an earlier run finished is not done again. */
export function createMediaStages({
  sources,
  findFfmpeg,
  clock,
}: {
  sources: SourceFetch;
  findFfmpeg: () => Promise<string>;
  clock: Clock;
}) {
  return {
    ...sources,

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
      const startedAt = clock.mono();
      const decoded = await decodeToPcm({
        ffmpeg: await findFfmpeg(),
        input: source,
        output,
        clock,
        signal,
        onProgress: ({ decodedMs, fraction }) => {
          if (fraction) progress.lasts(decodedMs / fraction);
          progress.report('decoding', fraction ?? 0);
        },
      });
      for (const warning of decoded.warnings) await context.warn(warning);
      await context.learn({ duration_ms: decoded.durationMs });
      const [mediaMs, wallMs] = [decoded.durationMs, clock.mono() - startedAt];
      await context.took({ stage: 'decoding', model: null, mediaMs, wallMs });
      return { path: output, durationMs: decoded.durationMs };
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
