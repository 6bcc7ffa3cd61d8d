import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ServerEvent } from '../../shared/api.ts';
import type { Clock } from '../clock.ts';
import type { EventBus, LiveEvent } from '../events.ts';
import type { HttpEnv } from './env.ts';

/** Often enough that proxies and idle timers keep the connection. */
const PING_MS = 15_000;
/** A reader that is this far behind is gone or asleep; it reconnects, and hears what is still known. */
const MAX_WAITING = 1000;

export type StreamDependencies = { events: EventBus; clock: Clock; closing: AbortSignal };

/** Which events a stream has. */
export type Selection = {
  /** Sent first. */
  opening: readonly LiveEvent[];
  /** Which of all later events are sent. */
  concerns: (event: ServerEvent) => boolean;
  /** Whether the stream ends after this one. */
  isLast: (event: ServerEvent) => boolean;
};

/** Events for as long as the reader listens, with a comment now and then to keep the line open. */
export function streamEvents(
  c: Context<HttpEnv>,
  { events, clock, closing }: StreamDependencies,
  { opening, concerns, isLast }: Selection,
): Response {
  const response = streamSSE(c, async (stream) => {
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, closing]);
    stream.onAbort(() => ended.abort());
    const waiting: LiveEvent[] = [...opening];
    let wake = () => {};
    const unsubscribe = events.subscribe((event, id) => {
      if (!concerns(event)) return;
      waiting.push({ id, event });
      if (waiting.length > MAX_WAITING + opening.length) ended.abort();
      wake();
    });
    try {
      await stream.write(': connected\n\n');
      while (!signal.aborted) {
        for (const { id, event } of waiting.splice(0)) {
          await stream.writeSSE({ id, data: JSON.stringify(event) });
          if (isLast(event)) return;
        }
        const pause = new AbortController();
        wake = () => pause.abort();
        if (waiting.length > 0) continue;
        const idle = await slept(clock, AbortSignal.any([pause.signal, signal]));
        if (idle) await stream.write(': ping\n\n');
      }
    } finally {
      unsubscribe();
    }
  });
  // It serves nothing else afterwards, so that the service can stop without waiting for it.
  response.headers.set('Connection', 'close');
  return response;
}

/** Whether the whole pause passed without anything happening. */
async function slept(clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(PING_MS, signal);
    return true;
  } catch {
    return false;
  }
}
