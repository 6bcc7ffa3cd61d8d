import { abortable } from '../../core/deadline.ts';
import type { Core } from '../../core.ts';
import type { PlannedWindow } from '../../repositories/transcripts/transcript.repository.ts';
import type {
  WindowAsk,
  WindowRepository,
} from '../../repositories/transcripts/window.repository.ts';
import type { JobContext } from '../job-context.ts';
import type { EngineAhead } from '../prepare/transcribe-ahead.ts';
import type { RecordingsHere } from './recordings-here.ts';

/** How often it is looked for what others have transcribed, where several services share a database. */
const LOOK_MS = 1000;

type AskedWindow = { window: PlannedWindow; ask: WindowAsk };
type Told = {
  begun: (window: PlannedWindow) => void;
  ended: (window: PlannedWindow) => void;
};

/** Has windows transcribed by whoever is free, and waits until that is done. */
export function createPlannedWindows(
  { clock, config }: Pick<Core, 'clock' | 'config'>,
  { windows, here }: { windows: WindowRepository; here: RecordingsHere },
) {
  /** Those of a recording that wait no more, whoever transcribed them. */
  const look = async (id: string, left: ReadonlyMap<number, PlannedWindow>): Promise<number[]> => {
    const states = await windows.states(id);
    return states.flatMap(({ index, waits }) => (!waits && left.has(index) ? [index] : []));
  };

  /**
   * Resolves once each of them is stored, or has a text that is to be judged. Rejects with what stands in the way, when
   * no lane of this service works on any of them any more.
   */
  return async (
    { claim, signal }: Pick<JobContext, 'claim' | 'signal'>,
    asked: readonly AskedWindow[],
    { engine, sha256, told }: { engine: EngineAhead; sha256: string; told: Told },
  ): Promise<void> => {
    const left = new Map(asked.map(({ window }) => [window.index, window]));
    const over = Promise.withResolvers<void>();
    const ended = (index: number): void => {
      const window = left.get(index);
      if (!left.delete(index) || !window) return;
      told.ended(window);
      if (left.size === 0) over.resolve();
    };
    const stopped = new AbortController();
    const failed = (error: unknown): void => {
      stopped.abort(error);
      over.reject(error);
    };
    const begun = (index: number): void => {
      const window = left.get(index);
      if (window) told.begun(window);
    };
    const either = AbortSignal.any([signal, stopped.signal]);
    const lookAll = async (): Promise<void> => {
      for (const index of await look(claim.id, left)) ended(index);
    };
    const keepLooking = async (): Promise<void> => {
      while (left.size > 0 && !either.aborted) {
        await clock.sleep(LOOK_MS, either).catch(() => {});
        if (!either.aborted) await lookAll();
      }
    };

    if (asked.length === 0) return;
    here.add(claim.id, { engine, sha256, signal: either, begun, ended, failed });
    over.promise.catch(() => {});
    try {
      signal.throwIfAborted();
      await windows.ask(
        claim,
        asked.map(({ window: { index }, ask }) => ({ index, ask })),
        clock.now(),
      );
      // Another service may have transcribed some of them since they were planned.
      await lookAll();
      if (config.database !== null) keepLooking().catch(failed);
      await abortable(over.promise, signal);
    } finally {
      stopped.abort(new Error('Its windows are done.'));
      await here.remove(claim.id);
    }
  };
}
