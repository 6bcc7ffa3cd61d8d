import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { AppError, isNodeError } from '../errors.ts';
import { measureChannels, readChannelLevels } from '../media/channel-levels.ts';
import { type DecodedAudio, type DecodeOptions, decodeToPcm } from '../media/ffmpeg.ts';
import { findQuietLine } from '../speakers/find-quiet-line.ts';
import type { JobContext } from './job-context.ts';
import type { SourceFetch } from './source-fetch.ts';

export type MediaStages = ReturnType<typeof createMediaStages>;

/** Samples on disk, `durationMs` counted from them and not taken from a header. */
export type DecodedRecording = {
  path: string;
  durationMs: number;
  /** The file with the levels of both sides of a stereo recording, where it may be a call. */
  channels: string | null;
};

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

    async decode(context: JobContext, input: () => Promise<string>): Promise<DecodedRecording> {
      const { job, folder, signal, progress } = context;
      const output = join(folder, 'audio.s16');
      const levels = join(folder, 'channels.f32');
      if (job.durationMs !== null && (await exists(output))) {
        const channels = (await exists(levels)) ? levels : null;
        return { path: output, durationMs: job.durationMs, channels };
      }
      const source = await input();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      progress.report('decoding', 0);
      const startedAt = clock.mono();
      const reading = { ffmpeg: await findFfmpeg(), input: source, output, clock, signal };
      const mixed = await decodeToPcm({
        ...reading,
        onProgress: ({ decodedMs, fraction }) => {
          if (fraction) progress.lasts(decodedMs / fraction);
          progress.report('decoding', fraction ?? 0);
        },
      });
      const stereo = mixed.channels === 2;
      const channels = stereo ? await measureChannels({ ...reading, output: levels }) : null;
      const level = channels === null ? null : await decodeLevel(reading, channels);
      const decoded = level ?? mixed;
      for (const warning of decoded.warnings) await context.warn(warning);
      await context.learn({ duration_ms: decoded.durationMs });
      const [mediaMs, wallMs] = [decoded.durationMs, clock.mono() - startedAt];
      await context.took({ stage: 'decoding', model: null, mediaMs, wallMs });
      return { path: output, durationMs: decoded.durationMs, channels };
    },
  };
}

/**
 * Decodes a call again in which one line is much quieter, which nobody would hear beside the other. Null where there is
 * none, or where it fails: the plain mix stays then.
 */
async function decodeLevel(reading: DecodeOptions, channels: string): Promise<DecodedAudio | null> {
  const quietLine = findQuietLine(await readChannelLevels(channels));
  if (quietLine === null) return null;
  try {
    return await decodeToPcm({ ...reading, quietLine });
  } catch (error) {
    reading.signal.throwIfAborted();
    if (error instanceof AppError || isNodeError(error)) return null;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
