import type { Clock } from '../../clock.ts';
import type { Engine, OpenEngine } from '../engine.ts';
import { createLaneTurns } from './lane-turns.ts';
import { abortable, createOpenedEngine, type OpenedEngine } from './opened-engine.ts';
import { shareEngine } from './shared-engine.ts';

/** An engine nobody needs gives its memory back after this. */
const IDLE_MS = 5 * 60_000;

export type EngineHost = {
  /**
   * Gives `work` the engine for a model, opened when needed. Several may use it at once: they get the lanes in turn.
   * Rejects as opening an engine does, or with the signal's reason.
   */
  use<Result>(
    modelPath: string,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result>;
  /** Gives back the memory of what nobody uses now. */
  unload(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps one engine process for each model in use, for all jobs. A model that does not fit into memory beside the ones
 * in use waits until they are free, and whoever comes later waits behind it.
 */
export function createEngineHost({
  open,
  fits,
  onUsed,
  onUnused,
  clock,
}: {
  open: OpenEngine;
  /** Whether the machine has the memory for all these models at once. */
  fits: (modelPaths: readonly string[]) => Promise<boolean>;
  /** Somebody wants an engine. */
  onUsed: () => void;
  /** Nobody wants any; the model was the last in use. */
  onUnused: (modelPath: string) => void;
  clock: Clock;
}): EngineHost {
  const opened = new Map<string, OpenedEngine>();
  /** At once, whichever the models: they share the same processors. */
  const lanes = () => Math.max(1, ...[...opened.values()].map((engine) => engine.lanes()));
  const turns = createLaneTurns({ lanes });
  let door: Promise<unknown> = Promise.resolve();
  let room = Promise.withResolvers<void>();

  const drop = async (engine: OpenedEngine): Promise<void> => {
    if (opened.get(engine.modelPath) === engine) opened.delete(engine.modelPath);
    engine.idle.abort();
    await engine.close();
  };

  const enter = (engine: OpenedEngine): OpenedEngine => {
    engine.idle.abort();
    engine.users++;
    onUsed();
    return engine;
  };

  const leave = (engine: OpenedEngine, signal: AbortSignal): void => {
    engine.users--;
    room.resolve();
    if (engine.users > 0) return;
    // Who gave up while the model was loading does not want it loaded.
    if (signal.aborted && !engine.ready()) {
      void drop(engine);
      return;
    }
    if ([...opened.values()].every(({ users }) => users === 0)) onUnused(engine.modelPath);
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
      await abortable(room.promise, signal);
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

  return {
    async use(modelPath, signal, work) {
      const engine = await acquire(modelPath, signal);
      try {
        return await work(await shareEngine(engine.current, turns, signal));
      } finally {
        leave(engine, signal);
      }
    },
    unload,
    async close() {
      await Promise.all([...opened.values()].map(drop));
    },
  };
}
