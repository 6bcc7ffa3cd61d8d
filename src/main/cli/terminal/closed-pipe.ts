import type { Writable } from 'node:stream';
import { isNodeError } from '../../errors.ts';

/** What a shell gives for a program that wrote to a pipe nobody read any more (128 + SIGPIPE). */
const CLOSED_PIPE = 141;

/** Lets a command clean up after itself where its reader is gone, as with `| head`, and says so in its exit code only. */
export function outliveClosedPipe(stdout: Writable): void {
  stdout.on('error', (error) => {
    if (!isNodeError(error) || error.code !== 'EPIPE') throw error;
    process.exitCode = CLOSED_PIPE;
  });
}
