import type { Writable } from 'node:stream';
import { isNodeError, toAppError } from '../../errors.ts';

/** What a shell gives for a program that wrote to a pipe nobody read any more (128 + SIGPIPE). */
const CLOSED_PIPE = 141;

/**
 * Lets a command go on and clean up after itself where what it prints cannot be written. That its result is lost, as
 * with `| head` or on a full disk, shows in its exit code; a message on stderr that nobody gets changes nothing.
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
