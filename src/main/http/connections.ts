import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { answerSlow } from './broken-requests.ts';

export type ConnectionLimits = {
  /** How long a new connection may take until the whole head of its first request is there, in milliseconds. */
  firstRequestMs: number;
  /** The same after the answer to its last request. */
  nextRequestMs: number;
  /** How many connections there may be. */
  most: number;
};

/** A connection without a request in progress. */
type Waiting = {
  /** By the monotonic clock. */
  until: number;
  /** What it had sent when it began to wait: more is the beginning of a request. */
  bytesRead: number;
  ended: boolean;
};

const CHECK_MS = 2_000;
const MOST_CONNECTIONS = 2_048;

/**
 * Sees to it that connections on which nobody asks anything keep no place. Those that wait too long are ended, and
 * where there are too many, the one that has waited the longest goes for each that comes. A connection with a request
 * in progress, such as an upload or live events, is left alone. Once `signal` is aborted, none may wait any more.
 */
export function watchConnections(
  server: Server,
  { limits, clock, signal }: { limits: ConnectionLimits; clock: Clock; signal: AbortSignal },
): void {
  /** In the order in which they began to wait. */
  const waiting = new Map<Socket, Waiting>();
  /** The others, with how many requests are in progress: clients may send the next before the last is answered. */
  const asking = new Map<Socket, number>();

  const wait = (socket: Socket, ms: number): void => {
    if (signal.aborted) {
      socket.destroySoon();
      return;
    }
    waiting.set(socket, {
      until: clock.mono() + ms,
      bytesRead: socket.bytesRead,
      ended: false,
    });
  };
  const drop = (socket: Socket): void => {
    waiting.delete(socket);
    socket.destroy();
  };

  server.on('connection', (socket) => {
    socket.once('close', () => {
      waiting.delete(socket);
      asking.delete(socket);
    });
    wait(socket, limits.firstRequestMs);
    const [longest] = waiting.keys();
    // Where all others ask something, the longest is the new one.
    if (longest && waiting.size + asking.size > limits.most) drop(longest);
  });

  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (socket.destroyed) return;
      const left = (asking.get(socket) ?? 1) - 1;
      if (left > 0) {
        asking.set(socket, left);
      } else {
        asking.delete(socket);
        wait(socket, limits.nextRequestMs);
      }
    });
  });

  const check = (): void => {
    const now = clock.mono();
    for (const [socket, state] of waiting) {
      if (now < state.until) continue;
      if (state.ended) {
        // It did not even take the few bytes of its answer.
        drop(socket);
      } else {
        state.ended = true;
        if (socket.bytesRead > state.bytesRead) answerSlow(socket);
        else socket.destroy();
      }
    }
  };
  void repeat(check, clock, signal);
  signal.addEventListener('abort', () => {
    for (const socket of waiting.keys()) drop(socket);
  });
}

async function repeat(work: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(CHECK_MS, signal).then(work, () => {});
  }
}

/** As many as one machine's programs and browsers never need, and no more than half of the files that may be open. */
export function mostConnections(): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(maxOpenFiles() / 2));
}

/** How many files this process may have open; infinite where the system does not say. */
function maxOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
