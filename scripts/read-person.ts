import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { s16FromBytes } from '../test/helpers/corpus/audio.ts';

/** Concatenates the recordings in a folder, up to this many seconds, 16 kHz mono. */
export function readPerson(folder: string, seconds: number): Int16Array {
  const names = readdirSync(folder).toSorted();
  const input = names.flatMap((name) => ['-i', join(folder, name)]);
  const joined = ['-filter_complex', `concat=n=${names.length}:v=0:a=1`, '-t', String(seconds)];
  const output = [...joined, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'];
  // Without the last option, a final byte that equals a newline would be removed.
  const options = { encoding: 'buffer', stripFinalNewline: false, maxBuffer: 1e8 } as const;
  return s16FromBytes(execaSync('ffmpeg', ['-v', 'error', ...input, ...output], options).stdout);
}
