/** whisper.cpp from the engine's own source, as its own build configures it: what the engine is held against. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Builds one of its programs with default flags, or finds it built, and returns its path. */
export async function buildStock(program: 'whisper-bench' | 'whisper-cli'): Promise<string> {
  const source = join(root, 'node_modules/nodejs-whisper/cpp/whisper.cpp');
  const build = join(root, 'native/build/stock');
  const parallel = String(availableParallelism());
  const options = { maxBuffer: 64 * 1024 * 1024 };
  await run('cmake', ['-S', source, '-B', build], options);
  await run('cmake', ['--build', build, '--target', program, '-j', parallel], options);
  return join(build, 'bin', program);
}
