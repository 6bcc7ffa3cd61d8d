import type { Writable } from 'node:stream';
import { isNodeError } from '../../core/errors.ts';
import { toAppError } from '../../core/system-errors.ts';

/** The shell's exit code for a program that wrote to a closed pipe (128 + SIGPIPE). */
const CLOSED_PIPE = 141;

/**
 * Lets a command finish and clean up when its output cannot be written. A lost result, as with `| head` or on a full
 * disk, shows in the exit code; a lost message on stderr changes nothing.
 */
export function outliveBrokenOutput(stdout: Writable, stderr: Writable): void {
  stderr.on('error', () => {});
  let told = false;
  stdout.on('error', (error) => {
    if (isNodeError(error) && error.code === 'EPIPE') {
      process.exitCode = CLOSED_PIPE;
      return;
    }
    process.exitCode = 1;
    if (told) return;
    told = true;
    stderr.write(`steno: ${toAppError(error).message}\n`);
  });
}
