// For programs that only start another one and wait for it.
import { constants } from 'node:os';

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Waits for the end of a child, to which signals that ask us to stop are passed on, and gives its exit code as a shell
 * tells it: 130 for Ctrl-C, 139 for a crash. Rejects when it could not be started.
 *
 * What is sent to all of us at once, as Ctrl-C is, comes to the child twice, and our own programs take that for one
 * wish. On Windows there is no other way than Ctrl-C, and to pass it on would end the child at once.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function endOfChild(child) {
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (process.platform !== 'win32') child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)),
    );
  });
}
