import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { systemClock } from '../../../src/main/core/clock.ts';
import {
  type DecodedAudio,
  type DecodeOptions,
  decodeToPcm,
} from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { temporaryFolder } from './media-fetch.ts';

export type Decoding = {
  folder: string;
  output: string;
  /** A path in the test's folder. */
  file(name: string): string;
  /** Runs ffmpeg in the test's folder to make a recording. */
  make(...args: string[]): Promise<void>;
  decode(name: string, options?: Partial<DecodeOptions>): Promise<DecodedAudio>;
  files(): Promise<string[]>;
};

/** Real ffmpeg over files in a folder of their own. */
export async function prepareDecoding(): Promise<Decoding> {
  const folder = await temporaryFolder();
  const ffmpeg = await findFfmpeg({ env: process.env });
  const file = (name: string) => path.join(folder, name);
  return {
    folder,
    output: file('audio.s16'),
    file,
    make: async (...args) => {
      await execa(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder, stdin: 'ignore' });
    },
    decode: (name, options = {}) =>
      decodeToPcm({
        ffmpeg,
        input: file(name),
        output: file('audio.s16'),
        clock: systemClock,
        signal: new AbortController().signal,
        ...options,
      }),
    files: async () => (await readdir(folder)).sort(),
  };
}
