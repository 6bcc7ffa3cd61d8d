/** One engine process from start to exit: routes its events to the requests and fails them together. */
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import {
  type EngineHandlers,
  type EngineProcess,
  eventError,
  exitError,
} from './engine-process.ts';
import { type Answer, createPendingRequests } from './pending-requests.ts';
import type { EngineEvent, EngineRequest, ReadyEvent } from './protocol.ts';

/** The limit before the first answer: even a large model on an old machine answers within this time. */
const SILENCE_LIMIT_MS = 600_000;
/** After the first answer, the limit is this many times its slowest answer so far. */
const SILENT_ANSWERS = 20;
const SHORTEST_LIMIT_MS = 60_000;
const CLOSE_GRACE_MS = 5_000;

export type Connection = {
  ready: Promise<ReadyEvent>;
  request(options: RequestOptions): Promise<Answer>;
  /** Whether the process still accepts requests. */
  alive(): boolean;
  /** Kills the process and rejects everything with `reason`. Only the first reason counts. */
  fail(reason: unknown): void;
  close(): Promise<void>;
};

type RequestOptions = {
  frame(id: string): EngineRequest;
  audio?: Uint8Array;
  signal?: AbortSignal;
  onProgress?(fraction: number): void;
};

/** `start` begins the engine, and has its handlers told what it says. */
export function connect({
  start,
  clock,
  logger,
}: {
  start: (handlers: EngineHandlers) => EngineProcess;
  clock: Clock;
  logger: Logger;
}): Connection {
  const ready = Promise.withResolvers<ReadyEvent>();
  // A caller that only closes the engine never awaits this promise.
  ready.promise.catch(() => {});
  const pending = createPendingRequests();
  const failure = new AbortController();

  let slowestMs: number | null = null;
  let loaded = false;

  const silenceLimit = () =>
    slowestMs === null
      ? SILENCE_LIMIT_MS
      : Math.min(SILENCE_LIMIT_MS, Math.max(SHORTEST_LIMIT_MS, SILENT_ANSWERS * slowestMs));
  const fail = (reason: unknown) => {
    if (failure.signal.aborted) return;
    failure.abort(reason);
    engine.kill();
    watchdog.stop();
    ready.reject(reason);
    pending.rejectAll(reason);
  };
  const watchdog = createWatchdog({
    clock,
    limitMs: silenceLimit,
    isBusy: () => !loaded || pending.count() > 0,
    onSilence: () => fail(new AppError('engine_crashed', { message: 'The engine hangs.' })),
  });
  const handle = (event: Parameters<typeof pending.handle>[0]) => {
    try {
      pending.handle(event);
    } catch (error) {
      fail(error);
    }
  };
  const onEvent = (event: EngineEvent) => {
    // What was read before an engine was given up is still parsed.
    if (failure.signal.aborted) return;
    watchdog.receivedOutput();
    if (event.type === 'done') slowestMs = Math.max(slowestMs ?? 0, event.timings.total_ms);
    if (event.type === 'ready') {
      if (loaded) fail(new AppError('engine_protocol'));
      loaded = true;
      ready.resolve(event);
    } else if (event.type === 'error' && event.id === null) fail(eventError(event));
    else handle(event);
  };
  const engine = start({ onEvent, onProtocolError: fail });
  watchdog.watch();
  void engine.exited.then((exit) => {
    logger.debug({ code: exit.code, signal: exit.signal }, 'engine ended');
    fail(exitError(exit));
  });

  return {
    ready: ready.promise,
    alive: () => !failure.signal.aborted,
    fail,

    async request({ frame, audio, signal, onProgress = () => {} }) {
      signal?.throwIfAborted();
      failure.signal.throwIfAborted();
      const { id, answer, abandon } = pending.add(onProgress);
      const onAbort = () => {
        void engine.send({ type: 'abort', id });
        abandon(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      watchdog.watch();
      void engine.send(frame(id), audio);
      return answer.finally(() => signal?.removeEventListener('abort', onAbort));
    },

    close: () => closeEngine(engine, clock),
  };
}

async function closeEngine(engine: EngineProcess, clock: Clock): Promise<void> {
  const gone = new AbortController();
  engine.end();
  const exited = engine.exited.finally(() => gone.abort());
  clock.sleep(CLOSE_GRACE_MS, gone.signal).then(engine.kill, () => {});
  await exited;
}

/** The limit may shrink during a silence, so it is checked this often. */
const LOOK_EVERY_MS = 30_000;
const READING_MS = 1_000;

type Watchdog = {
  /** New work has arrived: the silence is measured from now. */
  watch(): void;
  /** The engine has sent something. */
  receivedOutput(): void;
  stop(): void;
};

/**
 * Calls `onSilence` once when no output arrived for `limitMs()` while `isBusy`. Time is monotonic, so that changing the
 * system clock does not count as silence.
 */
function createWatchdog(options: {
  clock: Clock;
  limitMs: () => number;
  isBusy(): boolean;
  onSilence(): void;
}): Watchdog {
  const { clock } = options;
  const stopped = new AbortController();
  let watching = false;
  let lastOutputAt = 0;

  /** If this process itself was suspended, the engine's output from that time is still unread. */
  const stillSilent = async (): Promise<boolean> => {
    const before = lastOutputAt;
    await clock.sleep(READING_MS, stopped.signal);
    return lastOutputAt === before;
  };

  const run = async () => {
    while (options.isBusy()) {
      const leftMs = lastOutputAt + options.limitMs() - clock.mono();
      if (leftMs > 0) await clock.sleep(Math.min(leftMs, LOOK_EVERY_MS), stopped.signal);
      else if (await stillSilent()) return options.onSilence();
    }
  };

  return {
    watch() {
      lastOutputAt = clock.mono();
      if (watching || stopped.signal.aborted) return;
      watching = true;
      run()
        // The sleep ends early only because of `stop`.
        .catch(() => {})
        .finally(() => {
          watching = false;
        });
    },
    receivedOutput() {
      lastOutputAt = clock.mono();
    },
    stop: () => stopped.abort(),
  };
}
