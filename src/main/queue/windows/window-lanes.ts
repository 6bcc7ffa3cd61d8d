import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EnginePool } from '../../engine/lanes/engine-pool.ts';
import { transcribeWindow } from '../../engine/words/transcribe-window.ts';
import { LostTaskError } from '../../repositories/tasks/tasks.ts';
import { createTaskWorker } from '../tasks/task-worker.ts';
import type { RecordingsHere } from './recordings-here.ts';
import type { ClaimedWindow, WindowDispatcher } from './window-dispatcher.ts';
import type { WindowOutcome } from './window-result.ts';

/** An engine that dies of so many windows in a row, each tried alone at last, dies of all. */
const MOST_CRASHES = 3;
const CRASHES: ReadonlySet<string> = new Set(['engine_crashed', 'engine_protocol']);

/** This service's lanes: each takes the next window of any recording, and transcribes it. */
export function createWindowLanes(
  { tasks, clock, logger }: Pick<Core, 'tasks' | 'clock' | 'logger'>,
  {
    dispatcher,
    here,
    engines,
    resolveModel,
  }: {
    dispatcher: Pick<WindowDispatcher, 'claim' | 'store' | 'lacksModel' | 'passOn'>;
    here: RecordingsHere;
    engines: EnginePool;
    resolveModel: (name: string) => Promise<{ path: string; sha256: string }>;
  },
) {
  /** How many windows in a row the engine died of, by transcription. */
  const crashes = new Map<string, number>();
  /** What is transcribed now, by transcription. */
  const running = new Map<string, Set<AbortController>>();
  /** The models that windows wait for, which may be until a recording has ended that leaves no room for them. */
  const awaited: string[] = [];

  /** Runs what waits for a model; `ready` says that it has it. No lane is taken, and no other window of it claimed. */
  const whileAwaited = async <Result>(
    model: string,
    work: (ready: () => void) => Promise<Result>,
  ): Promise<Result> => {
    let waits = true;
    const ready = () => {
      if (waits) awaited.splice(awaited.indexOf(model), 1);
      waits = false;
      worker.nudge();
    };
    awaited.push(model);
    return work(ready).finally(ready);
  };

  /** The engine of who planned the recording, or one of the same model. */
  const withEngine = async <Result>(
    { window: { id }, ask: { model } }: ClaimedWindow,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result | 'lacking'> => {
    const recording = here.get(id);
    if (recording?.sha256 === model.sha256) return here.use(id, recording, work);
    return whileAwaited(model.name, async (ready) => {
      const own = await resolveModel(model.name).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'model_missing') return null;
        throw error;
      });
      if (own?.sha256 !== model.sha256) return 'lacking';
      return engines.use(own.path, signal, (engine) => {
        ready();
        return work(engine);
      });
    });
  };

  /** Whether an error is that of the window: the engine can make nothing of it, or dies of it alone. */
  const mayLack = ({ code }: AppError, id: string): boolean => {
    if (code === 'window_failed') return true;
    if (!CRASHES.has(code)) return false;
    const count = (crashes.get(id) ?? 0) + 1;
    if (count < MOST_CRASHES) crashes.set(id, count);
    else crashes.delete(id);
    return count < MOST_CRASHES;
  };

  const transcribe = async (
    engine: Engine,
    { window: { id }, pcm, ask, speech }: ClaimedWindow,
    signal: AbortSignal,
  ): Promise<{ outcome: WindowOutcome; device: string }> => {
    const device = engine.info.device?.id ?? 'cpu';
    try {
      const outcome = await transcribeWindow(engine, pcm, { ...ask, speech, signal });
      crashes.delete(id);
      return { outcome, device };
    } catch (error) {
      // A transcript that lacks one window, with a warning, is better than none.
      if (!(error instanceof AppError) || !mayLack(error, id)) throw error;
      return { outcome: { failed: error.code }, device };
    }
  };

  const run = async (claimed: ClaimedWindow, lost: AbortSignal): Promise<void> => {
    const { id } = claimed.window;
    const recording = here.get(id);
    const stopped = new AbortController();
    const others = running.get(id) ?? new Set();
    running.set(id, others.add(stopped));
    const signals = [lost, stopped.signal, ...(recording ? [recording.signal] : [])];
    const signal = AbortSignal.any(signals);
    try {
      const made = await withEngine(claimed, signal, (engine) =>
        transcribe(engine, claimed, signal),
      );
      if (made !== 'lacking') {
        return await dispatcher.store(claimed, made.outcome, {
          machine: null,
          device: made.device,
        });
      }
      dispatcher.lacksModel(claimed);
      await dispatcher.passOn(claimed);
    } catch (error) {
      if (error instanceof LostTaskError || (!recording && !signal.aborted)) throw error;
      if (!signal.aborted) recording?.failed(error);
      await dispatcher.passOn(claimed);
    } finally {
      others.delete(stopped);
      if (others.size === 0) running.delete(id);
    }
  };

  const worker = createTaskWorker({
    tasks,
    kind: 'window',
    claim: () => dispatcher.claim('here', awaited),
    run,
    onError: (error, task) => {
      if (error instanceof LostTaskError) return;
      logger.error({ window: task?.key, err: error }, 'a window could not be transcribed');
    },
    concurrency: () => engines.lanes() + awaited.length,
    clock,
  });
  return {
    ...worker,
    /** Stops at once what is transcribed of a recording that nobody wants any more. */
    abort(id: string): void {
      for (const stopped of running.get(id) ?? []) stopped.abort(new Error('Nobody wants it.'));
    },
  };
}
