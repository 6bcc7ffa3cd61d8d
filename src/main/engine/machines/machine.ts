/** One machine that transcribes for this service, from joining to leaving. */
import { PassThrough, type Readable } from 'node:stream';
import { ERRORS } from '../../../shared/error-catalogue.ts';
import {
  type MachineModel,
  type ToldWorker,
  type WorkerHello,
  WorkerSaid,
} from '../../../shared/machines.ts';
import type { Clock } from '../../clock.ts';
import { AppError, toAppError } from '../../errors.ts';
import { newToken } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import type { Engine } from '../engine.ts';
import type { EngineStreams } from '../process/attached-engine.ts';
import { createLineReader } from '../process/engine-process.ts';
import { openAttached } from '../process/steno-engine.ts';

/** How often either side sends a sign of life. */
const ALIVE_EVERY_MS = 5_000;
/** A machine that is silent for this long is given up; its windows are transcribed elsewhere. */
const SILENT_MS = 20_000;
const MAX_LINE_BYTES = 64 * 1024;
/** Between two signs of life; a worker has little else to say. */
const MOST_LINES = 1_000;

export type ConnectedMachine = ReturnType<typeof welcomeMachine>;
const NOT_ASKED = 'No machine was asked for this engine.';

type Loaded = { name: string; device: string | null };

/**
 * Talks to a worker until `said` ends, the worker falls silent, or `signal` aborts. Its engines end with it, as if they
 * had crashed.
 */
export function welcomeMachine({
  hello,
  said,
  signal,
  clock,
  logger,
}: {
  hello: WorkerHello;
  said: Readable;
  signal: AbortSignal;
  clock: Clock;
  logger: Logger;
}) {
  const id = `mch_${newToken()}`;
  const told = new PassThrough();
  const left = new AbortController();
  const asked = new Map<
    string,
    { model: MachineModel; streams: PromiseWithResolvers<EngineStreams> }
  >();
  const loaded = new Map<string, Loaded>();
  let lastMessageAt = clock.mono();
  let problem: string | null = null;
  let lines = 0;

  const tell = (line: ToldWorker) => void told.write(`${JSON.stringify(line)}\n`);
  const leave = (why: string): void => {
    if (left.signal.aborted) return;
    logger.info({ machine: hello.name, why }, 'a machine has left');
    left.abort(new AppError('engine_crashed', { message: `The machine ${hello.name} ${why}.` }));
    for (const { streams } of asked.values()) streams.reject(left.signal.reason);
    told.end();
    said.destroy();
  };
  const onLine = (line: Buffer | null) => {
    const parsed = line && WorkerSaid.safeParse(parseJson(line));
    if (!parsed?.success) return leave('says what this service does not understand');
    lastMessageAt = clock.mono();
    if (++lines > MOST_LINES) return leave('does not stop talking');
    if (parsed.data.type !== 'failed') return;
    const { engine, message } = parsed.data;
    problem = message;
    asked.get(engine)?.streams.reject(new AppError('engine_crashed', { message }));
  };
  const watch = async (): Promise<void> => {
    while (!left.signal.aborted) {
      await clock.sleep(ALIVE_EVERY_MS, left.signal);
      // After this service itself was suspended, messages that arrived meanwhile are read first.
      if (clock.mono() - lastMessageAt > SILENT_MS) leave('has fallen silent');
      else tell({ type: 'alive' });
      lines = 0;
    }
  };

  said.on('data', createLineReader({ maxBytes: MAX_LINE_BYTES, onLine }));
  for (const stream of [said, told]) {
    stream.on('error', () => {}).once('close', () => leave('is gone'));
  }
  signal.addEventListener('abort', () => leave('was sent away'), { once: true });
  tell({ type: 'welcome', machine: id });
  watch().catch(() => {});

  return {
    id,
    name: hello.name,
    lanes: hello.lanes,
    joinedAt: clock.now(),
    /** The messages for it: the body of the answer to its request. */
    told: told as Readable,
    /** Aborted once it is gone. */
    left: left.signal,
    loaded: (): Loaded[] => [...loaded.values()],
    problem: () => problem,
    /** An engine of it could not be opened, or is lost. What the engine said of it is for the log. */
    blame: (error: unknown): void => {
      problem ??= ERRORS[toAppError(error).code].message;
    },

    /** The model that was requested with this digest. */
    model: (sha256: string) =>
      [...asked.values()].find(({ model }) => model.sha256 === sha256)?.model ?? null,

    /** Connects an engine that it has started for this service. @throws not_found for one that was not requested */
    attach(engine: string, streams: EngineStreams): void {
      const waiting = asked.get(engine);
      if (!waiting || left.signal.aborted) throw new AppError('not_found', { message: NOT_ASKED });
      waiting.streams.resolve(streams);
    },

    /** Asks it to load a model. Rejects if it cannot, if it is gone, or with the signal's reason. */
    async open(model: MachineModel, closing: AbortSignal): Promise<Engine> {
      left.signal.throwIfAborted();
      const key = newToken();
      const streams = Promise.withResolvers<EngineStreams>();
      asked.set(key, { model, streams });
      const over = AbortSignal.any([left.signal, closing]);
      const onOver = () => streams.reject(over.reason);
      over.addEventListener('abort', onOver, { once: true });
      tell({ type: 'open', engine: key, model });
      try {
        const { said: output, told: input } = await streams.promise;
        const engine = await openAttached({ said: output, told: input }, { clock, logger }, over);
        problem = null;
        loaded.set(key, { name: model.name, device: engine.info.device?.name ?? null });
        // What it is transcribing fails at once.
        left.signal.addEventListener('abort', () => output.destroy(), { once: true });
        return { ...engine, close: () => engine.close().finally(() => loaded.delete(key)) };
      } finally {
        over.removeEventListener('abort', onOver);
        asked.delete(key);
      }
    },
  };
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}
