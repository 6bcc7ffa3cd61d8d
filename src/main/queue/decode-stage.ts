import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { failpoint } from '../failpoint.ts';
import { decodeRecording } from './decode-recording.ts';
import type { JobContext } from './job-context.ts';

/** Samples on disk, `durationMs` counted from them and not taken from a header. */
export type DecodedRecording = {
  path: string;
  durationMs: number;
  /** The file with the levels of both sides of a stereo recording, where it may be a call. */
  channels: string | null;
};

export type DecodeStage = ReturnType<typeof createDecodeStage>;

/** From a recording to 16 kHz samples on disk. What an earlier run finished is not done again. */
export function createDecodeStage({
  findFfmpeg,
  clock,
}: {
  findFfmpeg: () => Promise<string>;
  clock: Clock;
}) {
  return async (context: JobContext, input: string): Promise<DecodedRecording> => {
    const { job, folder, signal, progress } = context;
    const output = join(folder, 'audio.s16');
    const levels = join(folder, 'channels.f32');
    if (job.durationMs !== null && (await exists(output))) {
      const channels = (await exists(levels)) ? levels : null;
      return { path: output, durationMs: job.durationMs, channels };
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    progress.report('decoding', 0);
    const startedAt = clock.mono();
    const { durationMs, warnings, channels } = await decodeRecording({
      ffmpeg: await findFfmpeg(),
      input,
      output,
      levels,
      clock,
      signal,
      onProgress: ({ fraction, lengthMs }) => {
        if (lengthMs !== null) progress.lasts(lengthMs);
        progress.report('decoding', fraction);
      },
    });
    failpoint('decode.written');
    for (const warning of warnings) await context.warn(warning);
    await context.learn({ duration_ms: durationMs });
    failpoint('decode.stored');
    const wallMs = clock.mono() - startedAt;
    await context.took({ stage: 'decoding', model: null, mediaMs: durationMs, wallMs });
    return { path: output, durationMs, channels };
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
