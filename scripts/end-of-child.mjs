// For programs that only start another one and wait for it.
import { constants } from 'node:os';

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Waits for a child to end, passes on signals that ask us to stop, and returns its exit code as shells report it: 130
 * for Ctrl-C, 139 for a crash. Rejects if it could not be started.
 *
 * A signal sent to the whole process group, such as Ctrl-C, reaches the child twice, and our own programs treat that as
 * one request. On Windows only Ctrl-C exists, and passing it on would end the child at once.
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
