import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '../core.ts';
import { decodeToPcm } from '../media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.ts';

/** The sample's first seconds are spoken in it. */
const LANGUAGE = 'en';
/** A window has the length of a whole one as far as the encoder goes, and a few sentences to compare. */
const BYTES = 12 * 16_000 * 2;

/** The start of the sample recording, as the window that tests graphics cards. Rejects if ffmpeg is missing. */
export async function proofSample(
  {
    config,
    folders,
    clock,
    makeFolder,
  }: Pick<Core, 'config' | 'clock'> & {
    folders: Pick<Core['folders'], 'work'>;
    makeFolder: (path: string) => Promise<unknown>;
  },
  signal: AbortSignal,
): Promise<{ pcm: Uint8Array; language: string }> {
  await makeFolder(folders.work);
  const output = join(folders.work, `proof-${randomUUID()}.pcm`);
  try {
    const input = join(config.resourcesDir, 'samples', 'sample.mp3');
    await decodeToPcm({
      ffmpeg: await findFfmpeg({ env: process.env }),
      input,
      output,
      clock,
      signal,
    });
    return { pcm: (await readFile(output)).subarray(0, BYTES), language: LANGUAGE };
  } finally {
    await rm(output, { force: true });
  }
}
