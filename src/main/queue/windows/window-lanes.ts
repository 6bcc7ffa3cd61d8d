import type { Core } from '../../core.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EnginePool } from '../../engine/lanes/engine-pool.ts';
import { transcribeWindow } from '../../engine/words/transcribe-window.ts';
import { AppError } from '../../errors.ts';
import { LostTaskError } from '../../repositories/tasks/tasks.ts';
import { createTaskWorker } from '../task-worker.ts';
import type { RecordingsHere } from './recordings-here.ts';
import type { ClaimedWindow, WindowDesk } from './window-desk.ts';
import type { WindowOutcome } from './window-result.ts';

/** A model that is not installed here may be later. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** This service's lanes: each takes the next window of any recording, and transcribes it. */
export function createWindowLanes(
  { tasks, clock, logger }: Pick<Core, 'tasks' | 'clock' | 'logger'>,
  {
    desk,
    here,
    engines,
    resolveModel,
  }: {
    desk: WindowDesk;
    here: RecordingsHere;
    engines: EnginePool;
    resolveModel: (name: string) => Promise<{ path: string; sha256: string }>;
  },
) {
  /** The models that are not installed here, or are other ones of that name, and when that was seen. */
  const lacking = new Map<string, number>();

  const claim = (): Promise<ClaimedWindow | null> => {
    const since = clock.mono() - LOOK_AGAIN_MS;
    return desk.claim([...lacking].flatMap(([name, at]) => (at > since ? [name] : [])));
  };

  /** The engine of who planned the recording, or one of the same model. */
  const withEngine = async <Result>(
    { window: { id }, ask: { model } }: ClaimedWindow,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result | 'lacking'> => {
    const recording = here.get(id);
    if (recording?.sha256 === model.sha256) return here.use(id, recording, work);
    const own = await resolveModel(model.name).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'model_missing') return null;
      throw error;
    });
    if (own?.sha256 !== model.sha256) return 'lacking';
    return engines.use(own.path, signal, work);
  };

  const transcribe = async (
    engine: Engine,
    { pcm, ask, speech }: ClaimedWindow,
    signal: AbortSignal,
  ): Promise<{ outcome: WindowOutcome; device: string }> => {
    const device = engine.info.device?.id ?? 'cpu';
    const samples = ask.model.architecture === 'whisper';
    try {
      const outcome = await transcribeWindow(engine, pcm, { ...ask, samples, speech, signal });
      return { outcome, device };
    } catch (error) {
      // The engine still runs: a transcript that lacks one window, with a warning, is better than none.
      if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
      return { outcome: { failed: error.code }, device };
    }
  };

  const run = async (claimed: ClaimedWindow, lost: AbortSignal): Promise<void> => {
    const recording = here.get(claimed.window.id);
    const signal = recording ? AbortSignal.any([lost, recording.signal]) : lost;
    try {
      const made = await withEngine(claimed, signal, (engine) =>
        transcribe(engine, claimed, signal),
      );
      if (made !== 'lacking') {
        const { outcome, device } = made;
        const machine = 'failed' in outcome ? null : outcome.machine;
        return await desk.store(claimed, outcome, { machine, device });
      }
      lacking.set(claimed.ask.model.name, clock.mono());
      await desk.passOn(claimed);
    } catch (error) {
      if (error instanceof LostTaskError || (!recording && !signal.aborted)) throw error;
      if (!signal.aborted) recording?.failed(error);
      await desk.giveBack(claimed);
    }
  };

  return createTaskWorker({
    tasks,
    kind: 'window',
    claim,
    run,
    onError: (error, task) => {
      if (error instanceof LostTaskError) return;
      logger.error({ window: task?.key, err: error }, 'a window could not be transcribed');
    },
    concurrency: () => engines.lanes(),
    clock,
  });
}
