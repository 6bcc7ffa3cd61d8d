import type { Clock } from '../../core/clock.ts';
import { abortable } from '../../core/deadline.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Engine, EngineInfo, OpenEngine } from '../engine.ts';
import { fitTogether } from '../process/model-memory.ts';
import { createLaneTurns, type LaneTurns } from './lane-turns.ts';

/** An unused engine frees its memory after this time. */
const IDLE_MS = 5 * 60_000;

export type EnginePool = {
  /** How many windows can be transcribed at once; 1 before a model is loaded. */
  lanes(): number;
  /**
   * Runs `work` with the engine for a model, opening it when needed. Concurrent users share the lanes in turn. Rejects
   * as opening an engine does, or with the signal's reason.
   */
  use<Result>(
    modelPath: string,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result>;
  /**
   * The same for who does not wait until others leave room for the model: null then. While somebody waits for that, only
   * who `joins` enters one that is in use.
   */
  tryUse<Result>(
    modelPath: string,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
    how: { joins: boolean },
  ): Promise<Result | null>;
  /** Reopens idle engines, since the device they should run on has changed. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

/** The engines of the service, which divide the processors into the configured lanes. */
export function createEngines(
  { config, clock, onStop }: Pick<Core, 'config' | 'clock' | 'onStop'>,
  open: OpenEngine,
): EnginePool {
  const { lanes, threads } = config;
  const engines = createEnginePool({
    open,
    fits: (modelPaths) =>
      fitTogether(modelPaths.map((modelPath) => ({ modelPath, lanes, threads }))),
    clock,
  });
  onStop(engines.close);
  return engines;
}

/**
 * Keeps one engine process per model in use, shared by all jobs. A model that does not fit in memory with those in use
 * waits until they are released; later requests queue behind it.
 */
export function createEnginePool({
  open,
  fits,
  clock,
}: {
  open: OpenEngine;
  /** Whether these models fit in memory at the same time. */
  fits: (modelPaths: readonly string[]) => Promise<boolean>;
  clock: Clock;
}): EnginePool {
  const opened = new Map<string, OpenedEngine>();
  /** The lanes of all models together, since they share the same processors. */
  const lanes = () => Math.max(1, ...[...opened.values()].map((engine) => engine.lanes()));
  const turns = createLaneTurns({ lanes });
  /** Not where others use an engine, or a graphics card computes with threads of its own. */
  const mayHaveAll = (info: EngineInfo): boolean => {
    const users = [...opened.values()].reduce((sum, engine) => sum + engine.users, 0);
    return users === 1 && info.device === null;
  };
  let door: Promise<unknown> = Promise.resolve();
  let room = Promise.withResolvers<void>();
  /** Whether somebody waits for it, and who does not want to. */
  let isWaiting = false;
  const hurried = new Set<AbortController>();

  const drop = async (engine: OpenedEngine): Promise<void> => {
    if (opened.get(engine.modelPath) === engine) opened.delete(engine.modelPath);
    engine.idle.abort();
    await engine.close();
  };

  const enter = (engine: OpenedEngine): OpenedEngine => {
    engine.idle.abort();
    engine.users++;
    return engine;
  };

  const leave = (engine: OpenedEngine, signal: AbortSignal): void => {
    engine.users--;
    room.resolve();
    if (engine.users > 0) return;
    // A caller that gave up while the model was loading no longer needs it.
    if (signal.aborted && !engine.ready()) {
      void drop(engine);
      return;
    }
    engine.idle = new AbortController();
    clock.sleep(IDLE_MS, engine.idle.signal).then(
      () => drop(engine),
      () => {},
    );
  };

  const unload = async (): Promise<void> => {
    const unused = [...opened.values()].filter(({ users }) => users === 0);
    await Promise.all(unused.map(drop));
  };

  const find = async (modelPath: string, signal: AbortSignal): Promise<OpenedEngine> => {
    for (;;) {
      signal.throwIfAborted();
      const found = opened.get(modelPath);
      if (found) return enter(found);
      room = Promise.withResolvers();
      await unload();
      if (opened.size === 0 || (await fits([...opened.keys(), modelPath]))) {
        const engine = createOpenedEngine(open, modelPath);
        opened.set(modelPath, engine);
        return enter(engine);
      }
      isWaiting = true;
      for (const one of hurried) one.abort(NO_ROOM);
      await abortable(room.promise, signal).finally(() => {
        isWaiting = false;
      });
    }
  };

  const acquire = async (modelPath: string, signal: AbortSignal): Promise<OpenedEngine> => {
    const entered = door.then(() => find(modelPath, signal));
    door = entered.catch(() => {});
    try {
      return await abortable(entered, signal);
    } catch (error) {
      entered.then(
        (engine) => leave(engine, signal),
        () => {},
      );
      throw error;
    }
  };

  const tryAcquire = async (
    modelPath: string,
    signal: AbortSignal,
    { joins }: { joins: boolean },
  ): Promise<OpenedEngine | null> => {
    const found = opened.get(modelPath);
    if (found && (joins || !isWaiting)) return enter(found);
    if (isWaiting) return null;
    const hurry = new AbortController();
    hurried.add(hurry);
    try {
      return await acquire(modelPath, AbortSignal.any([signal, hurry.signal]));
    } catch (error) {
      if (signal.aborted || !hurry.signal.aborted) throw error;
      return null;
    } finally {
      hurried.delete(hurry);
    }
  };

  const runOn = async <Result>(
    engine: OpenedEngine,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(await shareEngine(engine.current, { turns, mayHaveAll, signal }));
    } finally {
      leave(engine, signal);
    }
  };

  return {
    lanes,
    use: async (modelPath, signal, work) => runOn(await acquire(modelPath, signal), signal, work),
    async tryUse(modelPath, signal, work, how) {
      const engine = await tryAcquire(modelPath, signal, how);
      return engine && runOn(engine, signal, work);
    },
    renew: unload,
    async close() {
      await Promise.all([...opened.values()].map(drop));
    },
  };
}

/** A reason of our own: that of an abort without one is made with a stack. */
const NO_ROOM = new Error('There is no room for the model now.');

/** A window that was running at this many engine crashes, the last time alone, is taken as their cause. */
const MAX_DEATHS = 3;
/** Errors of the process rather than of the request. The system's out-of-memory kill looks like any other kill. */
export const DEATHS: ReadonlySet<string> = new Set([
  'engine_crashed',
  'engine_protocol',
  'out_of_memory',
]);

type Ask<Result> = (engine: Engine, alone: boolean) => Promise<Result>;
type AskOptions = { signal?: AbortSignal | undefined; alone?: boolean };

/**
 * Every request takes one of the shared lanes. When the engine dies, the requests it was running are repeated on a new
 * one, finally one at a time: only a window that crashes the engine by itself fails, and no other work does.
 */
async function shareEngine(
  current: (signal?: AbortSignal) => Promise<Engine>,
  {
    turns,
    mayHaveAll,
    signal,
  }: { turns: LaneTurns; mayHaveAll: (info: EngineInfo) => boolean; signal: AbortSignal },
): Promise<Engine> {
  const user = {};

  const attempt = async <Result>(
    ask: Ask<Result>,
    { signal, alone = false }: AskOptions = {},
  ): Promise<Result> => {
    for (let deaths = 0; ; ) {
      let engine: Engine | null = null;
      const isAlone = deaths === MAX_DEATHS - 1 || alone;
      const work = async () => {
        engine = await current(signal);
        return ask(engine, isAlone);
      };
      try {
        return await turns.run(user, work, { signal, alone: isAlone });
      } catch (error) {
        signal?.throwIfAborted();
        if (!isDeath(error, engine) || ++deaths >= MAX_DEATHS) throw error;
      }
    }
  };

  const { info } = await attempt(async (engine) => engine, { signal });
  return {
    info,
    alive: () => true,
    transcribe(pcm, { alone = false, ...options }) {
      return attempt((it, isAlone) => it.transcribe(pcm, { ...options, alone: isAlone }), {
        signal: options.signal,
        alone: alone && mayHaveAll(info),
      });
    },
    detect: (pcm, options) => attempt((it) => it.detect(pcm, options), options),
    speech: (pcm, options) => attempt((it) => it.speech(pcm, options), options),
    bench: (options) => attempt((it) => it.bench(options), options),
    // All users share the process, so one of them must not close it.
    close: async () => {},
  };
}

/** An engine that is alive but had too little memory for one window may have enough when it runs nothing else. */
function isDeath(error: unknown, engine: Engine | null): boolean {
  if (!(error instanceof AppError) || !DEATHS.has(error.code)) return false;
  return engine === null || !engine.alive() || error.code === 'out_of_memory';
}

/** A model in use: the process that holds it, and its replacement when that process dies. */
type OpenedEngine = {
  modelPath: string;
  /** How many callers use it now. */
  users: number;
  /** Aborted as soon as a caller uses it again. */
  idle: AbortController;
  /** How many windows it transcribes in parallel; 1 until it is loaded. */
  lanes(): number;
  ready(): boolean;
  /** The running engine, opened if there is none. Rejects as opening does, or with the signal's reason. */
  current(signal?: AbortSignal): Promise<Engine>;
  /** Ends the process, even while it is loading; running requests reject. */
  close(): Promise<void>;
};

/** Loads the model on the first `current`. */
function createOpenedEngine(open: OpenEngine, modelPath: string): OpenedEngine {
  const closing = new AbortController();
  let loaded: Engine | null = null;
  let loading: Promise<Engine> | null = null;

  const load = async (): Promise<Engine> => {
    // Two processes might not fit in memory.
    await loaded?.close();
    loaded = await open({ modelPath, signal: closing.signal });
    return loaded;
  };

  return {
    modelPath,
    users: 0,
    idle: new AbortController(),
    lanes: () => loaded?.info.lanes ?? 1,
    ready: () => loaded?.alive() === true,
    async current(signal) {
      if (loaded?.alive()) return loaded;
      loading ??= load().finally(() => {
        loading = null;
      });
      return signal ? abortable(loading, signal) : loading;
    },
    async close() {
      closing.abort(new Error('The engine is not needed any more.'));
      await loading?.catch(() => {});
      await loaded?.close();
    },
  };
}
