import { writeSync } from 'node:fs';
import pino, { type Logger as PinoLogger } from 'pino';
import { isNodeError } from './errors.ts';

export type Logger = PinoLogger;

/** Keys, cookies and webhook paths never appear in a log. */
const REDACTED = ['key', 'token', 'authorization', 'cookie', 'webhook_url', '*.authorization'];

const STDERR = 2;
/** Retries for a full pipe: its reader may only be slow. */
const TRIES = 5;
const TRY_AGAIN_MS = 5;

/**
 * Structured lines on stderr, because stdout carries the commands' results. A line that cannot be written, for example
 * on a full disk, is lost without failing anything; a later line reports how many were lost.
 */
export function createLogger(level: string = process.env['STENO_LOG'] ?? 'info'): Logger {
  const append = createAppender(STDERR);
  let lost = 0;

  const write = (line: string): void => {
    if (!append(line)) {
      lost++;
      return;
    }
    const untold = lost;
    if (untold === 0) return;
    lost = 0;
    logger.error({ lost: untold }, 'lines of the log could not be written');
    if (lost > 0) lost = untold;
  };

  const logger = pino(
    { level, base: null, redact: { paths: REDACTED, censor: '[redacted]' } },
    { write },
  );
  return logger;
}

/** Returns a function that writes a line to `fd` and returns whether it was written completely, instead of throwing. */
function createAppender(fd: number): (line: string) => boolean {
  let torn = false;
  let failing = false;

  /** After an incomplete line, the next one starts on a new line. */
  const writeAll = (bytes: Buffer): void => {
    // A reader that did not catch up last time is not waited for again.
    let tries = failing ? 1 : TRIES;
    for (let at = 0; at < bytes.length; ) {
      try {
        at += writeSync(fd, bytes, at);
        torn = at < bytes.length;
      } catch (error) {
        if (!isNodeError(error) || error.code !== 'EAGAIN' || --tries === 0) throw error;
        holdThread(TRY_AGAIN_MS);
      }
    }
  };

  return (line) => {
    try {
      writeAll(Buffer.from(torn ? `\n${line}` : line));
      failing = false;
    } catch {
      failing = true;
    }
    return !failing;
  };
}

function holdThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
