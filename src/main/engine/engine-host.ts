import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Engine, OpenEngine } from './engine.ts';

/** An engine nobody needs gives its memory back after this. */
const IDLE_MS = 5 * 60_000;
/** After these an engine process is not to be trusted with more work. */
const FATAL: ReadonlySet<string> = new Set(['engine_crashed', 'engine_protocol', 'out_of_memory']);

export type EngineHost = {
  /** Gives `work` the engine for a model, opened when needed; a dead one is replaced at the next use. */
  use<Result>(modelPath: string, work: (engine: Engine) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

type Opened = { modelPath: string; engine: Promise<Engine>; users: number; idle: AbortController };

/** Keeps one engine process for all jobs and unloads it when idle or when another model is wanted. */
export function createEngineHost({ open, clock }: { open: OpenEngine; clock: Clock }): EngineHost {
  let current: Opened | null = null;

  const drop = async (opened: Opened): Promise<void> => {
    if (current === opened) current = null;
    opened.idle.abort();
    const engine = await opened.engine.catch(() => null);
    await engine?.close();
  };

  const acquire = async (modelPath: string): Promise<Opened> => {
    if (current && current.modelPath !== modelPath && current.users === 0) await drop(current);
    if (current?.modelPath !== modelPath) {
      current = { modelPath, engine: open({ modelPath }), users: 0, idle: new AbortController() };
    }
    current.idle.abort();
    current.users++;
    return current;
  };

  const release = (opened: Opened): void => {
    opened.users--;
    if (opened.users > 0) return;
    if (opened !== current) {
      void drop(opened);
      return;
    }
    opened.idle = new AbortController();
    clock.sleep(IDLE_MS, opened.idle.signal).then(
      () => drop(opened),
      () => {},
    );
  };

  return {
    async use(modelPath, work) {
      const opened = await acquire(modelPath);
      try {
        return await work(await opened.engine);
      } catch (error) {
        const opening = await isRejected(opened.engine);
        if (opening || (error instanceof AppError && FATAL.has(error.code))) await drop(opened);
        throw error;
      } finally {
        release(opened);
      }
    },
    async close() {
      if (current) await drop(current);
    },
  };
}

async function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
