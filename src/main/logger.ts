import pino, { type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Keys, cookies and webhook paths never reach a log. */
const REDACTED = ['key', 'token', 'authorization', 'cookie', 'webhook_url', '*.authorization'];

/** Structured lines on stderr, because stdout belongs to the commands' results. */
export function createLogger(level: string = process.env['STENO_LOG'] ?? 'info'): Logger {
  return pino(
    { level, base: null, redact: { paths: REDACTED, censor: '[redacted]' } },
    pino.destination({ fd: 2, sync: true }),
  );
}
