/** One user's view of an engine that several use: windows wait for their turn and outlive the engine's process. */
import { AppError } from '../../errors.ts';
import type { Engine } from '../engine.ts';
import type { LaneTurns } from './lane-turns.ts';

/** A window that was there at so many deaths of an engine, the last time alone, is their cause. */
const MAX_DEATHS = 3;
/** Errors of a process, not of what it was asked. The system's way of freeing memory looks like any other kill. */
const DEATHS: ReadonlySet<string> = new Set(['engine_crashed', 'engine_protocol', 'out_of_memory']);

type Ask<Result> = (engine: Engine) => Promise<Result>;

/**
 * Every request takes one of the shared lanes. When the engine dies, what it was working on is asked again of a new
 * one, at last with nothing else beside it: so only what kills engines by itself fails, and nobody else's work.
 */
export async function shareEngine(
  current: (signal?: AbortSignal) => Promise<Engine>,
  turns: LaneTurns,
  signal: AbortSignal,
): Promise<Engine> {
  const user = {};

  const attempt = async <Result>(ask: Ask<Result>, signal?: AbortSignal): Promise<Result> => {
    for (let deaths = 0; ; ) {
      let engine: Engine | null = null;
      const work = async () => {
        engine = await current(signal);
        return ask(engine);
      };
      try {
        return await turns.run(user, work, { signal, alone: deaths === MAX_DEATHS - 1 });
      } catch (error) {
        signal?.throwIfAborted();
        if (!isDeath(error, engine) || ++deaths >= MAX_DEATHS) throw error;
      }
    }
  };

  const { info } = await attempt(async (engine) => engine, signal);
  return {
    info,
    alive: () => true,
    transcribe: (pcm, options) => attempt((it) => it.transcribe(pcm, options), options.signal),
    detect: (pcm, options) => attempt((it) => it.detect(pcm, options), options.signal),
    speech: (pcm, options) => attempt((it) => it.speech(pcm, options), options.signal),
    bench: (options) => attempt((it) => it.bench(options), options.signal),
    // The process belongs to all of its users.
    close: async () => {},
  };
}

/** A living engine that had too little memory for one window may have enough when it works on nothing else. */
function isDeath(error: unknown, engine: Engine | null): boolean {
  if (!(error instanceof AppError) || !DEATHS.has(error.code)) return false;
  return engine === null || !engine.alive() || error.code === 'out_of_memory';
}
