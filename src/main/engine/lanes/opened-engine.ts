/** A model that is in use: the process that holds it, and the next one when that dies. */
import type { Engine, OpenEngine } from '../engine.ts';

export type OpenedEngine = {
  modelPath: string;
  /** How many use it now. */
  users: number;
  /** Aborted as soon as somebody uses it. */
  idle: AbortController;
  /** How many windows it hears at once; 1 until it is loaded. */
  lanes(): number;
  /** Whether a living engine has the model loaded. */
  ready(): boolean;
  /** The living engine, opened when there is none. Rejects as opening does, or with the signal's reason. */
  current(signal?: AbortSignal): Promise<Engine>;
  /** Ends the process, also while it still loads; whatever runs rejects. */
  close(): Promise<void>;
};

/** Loads the model at the first `current`. */
export function createOpenedEngine(open: OpenEngine, modelPath: string): OpenedEngine {
  const closing = new AbortController();
  let loaded: Engine | null = null;
  let loading: Promise<Engine> | null = null;

  const load = async (): Promise<Engine> => {
    // Two of them might not fit into memory.
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

/** What the promise brings, or the signal's reason if that comes first. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
