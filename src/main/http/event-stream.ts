import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ServerEvent } from '../../shared/server-event.ts';
import { type Clock, createPause } from '../core/clock.ts';
import type { EventBus, LiveEvent } from '../core/events.ts';
import type { Logger } from '../core/logger.ts';
import type { HttpEnv } from './http-env.ts';

/** Often enough to keep the connection open through proxies and idle timers. */
const PING_MS = 15_000;
/** A client this far behind is disconnected or asleep; it reconnects and gets the events still known. */
const MAX_WAITING = 1000;

export type StreamDependencies = {
  events: EventBus;
  clock: Clock;
  closing: AbortSignal;
  logger: Pick<Logger, 'warn'>;
};

/** Which events a stream contains, and what is sent of them. */
type Selection = {
  shown: (event: LiveEvent) => unknown;
  /** Sent first. */
  opening: readonly LiveEvent[];
  /** Which of the later events are sent. */
  concerns: (event: LiveEvent) => boolean;
  /** Whether the stream ends after this event. */
  isLast: (event: ServerEvent) => boolean;
  /** Left out where nobody goes on from one: they count what happens here. */
  ids?: boolean;
};

/** Streams events for as long as the client is connected, with periodic comments to keep the connection open. */
export function streamEvents(
  c: Context<HttpEnv>,
  { events, clock, closing, logger }: StreamDependencies,
  { opening, concerns, isLast, shown, ids = true }: Selection,
): Response {
  // Nobody would read it, and so nobody would leave.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const response = streamSSE(c, async (stream) => {
    const ended = new AbortController();
    using revoked = c.get('untilRevoked')();
    const signals = [ended.signal, closing, ...(revoked ? [revoked.signal] : [])];
    const signal = AbortSignal.any(signals);
    stream.onAbort(() => ended.abort());
    // Ends what is being written too: whoever does not read would stay until their connection is gone.
    signal.addEventListener('abort', () => stream.abort(), { once: true });
    const waiting: LiveEvent[] = [...opening];
    const pause = createPause(clock);
    const unsubscribe = events.subscribe((event, live) => {
      // Events were missed: the client connects again and gets the current state of everything.
      if (event.type === 'reload') return ended.abort();
      if (!concerns(live)) return;
      waiting.push(live);
      if (waiting.length > MAX_WAITING + opening.length) ended.abort();
      pause.wake();
    });
    try {
      await stream.write(': connected\n\n');
      while (!signal.aborted) {
        for (const live of waiting.splice(0)) {
          if (signal.aborted) return;
          const data = JSON.stringify(shown(live));
          await stream.writeSSE(ids ? { id: live.id, data } : { data });
          if (isLast(live.event)) return;
        }
        const isIdle = waiting.length === 0 && (await pause.wait(PING_MS, signal));
        if (isIdle) await stream.write(': ping\n\n');
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'live events broke off');
    } finally {
      unsubscribe();
    }
  });
  // Closes the connection afterwards, so that the service can stop without waiting for it.
  response.headers.set('Connection', 'close');
  // What people say is nothing for a cache to keep.
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
