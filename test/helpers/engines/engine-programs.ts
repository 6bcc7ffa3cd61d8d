/** Engines as single programs, the way `STENO_ENGINE` takes them. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { shellWord, writeScript } from '../harness/shell-script.ts';
import { engineFile } from './engine.ts';
import { fakeEngine } from './fake-engine.ts';

type Command = { file: string; args: string[] };

const RECORDER = join(import.meta.dirname, 'recording-engine.ts');

/** The real engine, or another, that writes down what it is given; see recording-engine.ts. */
export function recordingEngine(log: string, crashAt = 0, engine = engineFile): Command {
  return { file: process.execPath, args: [RECORDER, log, String(crashAt), engine] };
}

/** Writes a program that runs the command; written again, the same file is another engine from its next start on. */
export async function writeProgram(path: string, { file, args }: Command): Promise<string> {
  // The service gives its engines next to no environment; compiled before, a fake starts in half the time.
  const cache = `export NODE_COMPILE_CACHE=${shellWord(process.env['NODE_COMPILE_CACHE'] ?? '')}`;
  const command = [file, ...args].map(shellWord).join(' ');
  await rename(await writeScript(`${path}.new`, cache, `exec ${command} "$@"`), path);
  return path;
}

export const realEngine: Command = { file: engineFile, args: [] };
export const crashingEngine = fakeEngine('crash');
export const hangingEngine = fakeEngine('hang');
export const quickEngine = fakeEngine('ok');

/** Starts once there is a file `gate`, and then transcribes short recordings only. */
export function gatedEngine(gate: string): Command {
  const { file, args } = fakeEngine('hang_long');
  const wait = `while [ ! -e ${shellWord(gate)} ]; do sleep 0.02; done; exec "$0" "$@"`;
  return { file: '/bin/sh', args: ['-c', wait, file, ...args] };
}
