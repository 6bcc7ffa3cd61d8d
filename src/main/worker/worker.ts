/** A machine that transcribes for a service on another one: it joins, and works for the service until it is stopped. */
import { join } from 'node:path';
import { ApiError } from '../../shared/client.ts';
import { ToldWorker, type WorkerHello, type WorkerSaid } from '../../shared/machines.ts';
import type { Clock } from '../clock.ts';
import { ALIVE_EVERY_MS, SILENT_MS } from '../engine/machines/machine.ts';
import { createLineReader } from '../engine/process/engine-process.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { createFetchModel } from './fetch-model.ts';
import { type EngineHost, runEngine } from './run-engine.ts';
import { createServiceLink } from './service-link.ts';

/** Between attempts to reach the service; each doubles the one before. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const MAX_LINE_BYTES = 64 * 1024;
/** More models than a service can have in use. */
const MOST_ENGINES = 16;

export type WorkerOptions = EngineHost & {
  service: { url: string; key: string };
  hello: WorkerHello;
  /** For the models it fetches and what it is working on. */
  dataDir: string;
  clock: Clock;
  logger: Logger;
  /** Aborted to stop. */
  signal: AbortSignal;
  /** It has joined, for the first time or again. */
  onJoined: () => void;
};

/**
 * Transcribes for the service until `signal` aborts. A service that cannot be reached is tried again and again.
 *
 * @throws ApiError when the service will not have it
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { signal, clock, logger, service } = options;
  let waitMs = FIRST_WAIT_MS;
  const joined = {
    ...options,
    onJoined: () => {
      waitMs = FIRST_WAIT_MS;
      options.onJoined();
    },
  };
  while (!signal.aborted) {
    try {
      await stay(joined);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && isFinal(error)) throw error;
      logger.warn({ err: error, service: service.url, waitMs }, 'the service cannot be reached');
      await clock.sleep(aroundMs(waitMs), signal).catch(() => {});
      waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
    }
  }
}

/** From half of it to one and a half: machines that were refused together do not all come back at once. */
const aroundMs = (ms: number): number => ms * (0.5 + Math.random());

/** What the service does not allow stays so; that it is busy, or stopping, passes. */
function isFinal({ status }: ApiError): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

/** Joins, and stays until the connection ends. */
async function stay(options: WorkerOptions): Promise<never> {
  const { service, hello, dataDir, clock, logger, signal, onJoined, ...host } = options;
  const link = createServiceLink(service);
  const ended = new AbortController();
  const over = AbortSignal.any([signal, ended.signal]);
  const fetchModel = createFetchModel({ folder: join(dataDir, 'worker-models'), link });
  const query = new URLSearchParams({ ...hello, lanes: String(hello.lanes) });
  const { outgoing, incoming } = await link.converse(`/v1/machines?${query}`, over);
  const end = (why: string) => ended.abort(new AppError('internal', { message: why }));
  const say = (line: WorkerSaid) => void outgoing.write(`${JSON.stringify(line)}\n`);
  let machine = '';
  let engines = 0;
  let lastMessageAt = clock.mono();

  /** A service with much to do may refuse for a moment. */
  const again = async <Made>(work: () => Promise<Made>): Promise<Made> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
      try {
        return await work();
      } catch (error) {
        const passes = error instanceof ApiError && !isFinal(error);
        if (over.aborted || !passes || waitMs > LONGEST_WAIT_MS) throw error;
        await clock.sleep(aroundMs(waitMs), over);
      }
    }
  };
  const open = async ({ engine, model }: Extract<ToldWorker, { type: 'open' }>) => {
    try {
      if (++engines > MOST_ENGINES) throw new Error('This worker has loaded too many models.');
      const modelPath = await again(() => fetchModel(machine, model, over));
      const path = `/v1/machines/${machine}/engines/${engine}`;
      const connect = () => again(() => link.converse(path, over));
      await runEngine(host, { modelPath, connect, logger, signal: over });
    } catch (error) {
      if (over.aborted) return;
      logger.warn({ err: error, model: model.name }, 'the model cannot be loaded');
      say({ type: 'failed', engine, message: messageOf(error) });
    } finally {
      engines--;
    }
  };
  const onLine = (line: Buffer | null) => {
    const told = line && readLine(line);
    if (!told) return end('The service says what this worker does not understand.');
    lastMessageAt = clock.mono();
    if (told.type === 'open') void open(told);
    if (told.type !== 'welcome') return;
    machine = told.machine;
    logger.info({ service: service.url, name: hello.name, lanes: hello.lanes }, 'joined');
    onJoined();
  };
  incoming.on('data', createLineReader({ maxBytes: MAX_LINE_BYTES, onLine }));
  for (const stream of [outgoing, incoming]) {
    stream.on('error', () => {}).once('close', () => end('The connection to the service ended.'));
  }
  try {
    for (;;) {
      say({ type: 'alive' });
      await clock.sleep(ALIVE_EVERY_MS, over);
      if (clock.mono() - lastMessageAt > SILENT_MS) end('The service has fallen silent.');
    }
  } finally {
    end('It is over.');
    outgoing.destroy();
    incoming.destroy();
  }
}

function readLine(line: Buffer): ToldWorker | null {
  try {
    return ToldWorker.parse(JSON.parse(line.toString('utf8')));
  } catch {
    return null;
  }
}

const LONGEST_MESSAGE = 500;

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_MESSAGE);
}
