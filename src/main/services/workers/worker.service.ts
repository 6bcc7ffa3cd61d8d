import { z } from 'zod';
import {
  type Beat,
  type BeatAnswer,
  type TaskAnswer,
  type TaskAttempt,
  type TaskHeader,
  WORKER_PROTOCOL,
  type WorkerSelf,
} from '../../../shared/worker-protocol.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { HeldWindow, WindowDispatcher } from '../../queue/windows/window-dispatcher.ts';
import { LostTaskError, type Permit } from '../../repositories/tasks/tasks.ts';
import type { ModelService } from '../models/model.service.ts';
import { answeredWindow } from './answered-window.ts';
import { createGivenModels } from './given-models.ts';
import { createWaitingBeats } from './waiting-beats.ts';
import { createWaitingClaims, type GivenWindow } from './waiting-claims.ts';
import { createWindowTrust } from './window-trust.ts';
import type { WorkerRegistry } from './worker-registry.ts';

/** What is counted says no more of where a window was transcribed: workers choose the names of their devices. */
const DEVICE = 'worker';
const TAKEN_BACK = 'This window is another’s by now, or nobody wants it any more.';

export type WorkerService = ReturnType<typeof createWorkerService>;

/**
 * What workers may ask for. They are trusted with sound, and to write down what is said; what else they say is checked,
 * and whatever they do is about the windows they were given. Any service on a database may be asked: what a worker holds
 * is known to the database alone.
 */
export function createWorkerService(
  core: Pick<Core, 'tasks' | 'clock' | 'logger' | 'events' | 'closing' | 'onStop'>,
  {
    dispatcher,
    models,
    registry,
  }: {
    dispatcher: WindowDispatcher;
    models: Pick<ModelService, 'withDigest'>;
    registry: WorkerRegistry;
  },
) {
  const { tasks, logger } = core;
  const trust = createWindowTrust(core);
  const given = createGivenModels(models, core);
  const waiting = createWaitingClaims(core, { dispatcher, models: given, trust });
  const beats = createWaitingBeats(core);
  dispatcher.onStored(trust.stored);

  const held = async (attempt: TaskAttempt): Promise<HeldWindow> => {
    const permit = permitOf(attempt);
    const window = permit && (await dispatcher.find(permit));
    if (!window) throw new AppError('not_found', { message: TAKEN_BACK });
    return window;
  };

  const lostOf = async (attempts: readonly TaskAttempt[]): Promise<TaskAttempt[]> => {
    const said = attempts.map((attempt) => ({ attempt, permit: permitOf(attempt) }));
    const lost = new Set(await tasks.beat(said.flatMap(({ permit }) => permit ?? [])));
    return said.flatMap(({ attempt, permit }) => (!permit || lost.has(permit) ? [attempt] : []));
  };

  return {
    /** The next window; null if none comes for a while. `signal` is aborted when the worker waits no more. */
    async claim(worker: WorkerSelf, signal: AbortSignal): Promise<GivenWindow | null> {
      registry.hear(worker);
      const claimed = await waiting.claim(worker, signal);
      if (claimed === null || !signal.aborted) return claimed;
      trust.clear(worker.id, claimed.window.key);
      await dispatcher.passOn(claimed.window);
      return null;
    },

    /** A worker that may not work here any more. */
    dismiss: (worker: WorkerSelf): void => registry.leave(worker.id, 'its key has ended'),

    /** Stores what a worker makes of a window. @throws not_found if it is not the worker's any more */
    async answer(attempt: TaskAttempt, { worker, result }: TaskAnswer): Promise<void> {
      registry.hear(worker);
      const window = await held(attempt);
      const { startMs, endMs } = window.window;
      const words =
        result.outcome === 'transcribed' ? answeredWindow(result, endMs - startMs) : null;
      if (words === null) {
        const why = result.outcome === 'failed' ? result.code : 'nonsense';
        logger.warn({ worker: worker.name, window: window.key, why }, 'a worker has failed');
        return dispatcher.passOn(window);
      }
      trust.clear(worker.id, window.key);
      try {
        await dispatcher.store(window, words, { machine: worker.name, device: DEVICE });
      } catch (error) {
        if (!(error instanceof LostTaskError)) throw error;
        throw new AppError('not_found', { message: TAKEN_BACK });
      }
      trust.succeeded(worker.id);
      registry.transcribed(worker);
    },

    /**
     * A worker lives, and so do its windows; says which of them are not its own any more. Where it waits for that, it
     * hears as soon as one is taken back. `signal` is aborted when it waits no more.
     */
    async beat(beat: Beat, signal: AbortSignal): Promise<BeatAnswer> {
      registry.beat(beat);
      const look = () => lostOf(beat.tasks);
      return beat.waits === true ? beats.lost(look, signal) : { lost: await look() };
    },

    /** @throws not_found */
    model: given.file,
  };
}

/** What a worker is given: a line of JSON, then the samples. */
export function writeTask({ window, model }: GivenWindow): Uint8Array<ArrayBuffer> {
  const { ask, speech, pcm } = window;
  const header: TaskHeader = {
    protocol: WORKER_PROTOCOL,
    task: window.id,
    attempt: window.attempt,
    model: { name: model.name, bytes: model.bytes, sha256: model.sha256 },
    ask: {
      language: ask.language,
      prompt: ask.prompt,
      translate: ask.translate,
      speech: speech.map((span) => ({ start_ms: span.startMs, end_ms: span.endMs })),
    },
    pcm_bytes: pcm.length,
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const written = new Uint8Array(line.length + pcm.length);
  written.set(line);
  written.set(pcm, line.length);
  return written;
}

/** Null for what no task is called. */
function permitOf({ task, attempt }: TaskAttempt): Permit | null {
  return z.uuid().safeParse(task).success ? { kind: 'window', id: task, attempt } : null;
}
