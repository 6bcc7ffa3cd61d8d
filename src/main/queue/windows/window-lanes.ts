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
/** So long are windows left to others whose model finds no room beside those in use. */
const NO_ROOM_MS = 10_000;
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
  /** The models that found no room, by their names. */
  const noRoom = new Map<string, { sha256: string; until: number }>();

  /** The models of which no window is claimed now: one in use here always has its room. */
  const withoutRoom = (): string[] =>
    [...noRoom].flatMap(([name, { sha256, until }]) =>
      until > clock.mono() && !here.uses(sha256) ? [name] : [],
    );

  /**
   * The engine of who planned the recording, or one of the same model. No lane waits for room: that may come only when
   * the recording is done whose windows wait for the lane.
   */
  const withEngine = async <Result>(
    { window: { id }, ask: { model } }: ClaimedWindow,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result | 'lacking' | 'no_room'> => {
    const recording = here.get(id);
    if (recording?.sha256 === model.sha256) return here.use(id, recording, work);
    const own = await resolveModel(model.name).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'model_missing') return null;
      throw error;
    });
    if (own?.sha256 !== model.sha256) return 'lacking';
    const made = await engines.tryUse(own.path, signal, work, { joins: here.uses(model.sha256) });
    return made ?? 'no_room';
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
      if (made !== 'lacking' && made !== 'no_room') {
        return await dispatcher.store(claimed, made.outcome, {
          machine: null,
          device: made.device,
        });
      }
      const { name, sha256 } = claimed.ask.model;
      if (made === 'lacking') dispatcher.lacksModel(claimed);
      else noRoom.set(name, { sha256, until: clock.mono() + NO_ROOM_MS });
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
    claim: () => dispatcher.claim('here', withoutRoom()),
    run,
    onError: (error, task) => {
      if (error instanceof LostTaskError) return;
      logger.error({ window: task?.key, err: error }, 'a window could not be transcribed');
    },
    concurrency: () => engines.lanes(),
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
