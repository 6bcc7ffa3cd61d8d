/** Hands out windows to whoever transcribes them, here or on another machine, and stores what comes of them. */
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { type TimeSpan, within } from '../../../shared/time.ts';
import { isAway } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import type { TranscribedWindow } from '../../engine/words/transcribe-window.ts';
import type { Holder, Permit, Task } from '../../repositories/tasks/tasks.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import {
  type AskedWindow,
  createWindowRepository,
  type Settlement,
  type WindowAsk,
} from '../../repositories/transcripts/window.repository.ts';
import { findDrift } from './language-drift.ts';
import type { Samples } from './recording-samples.ts';
import type { RecordingsHere } from './recordings-here.ts';
import { resultOf, type WindowOutcome } from './window-result.ts';

/** A window that failed in as many attempts is stored as failed: the recording goes on without it. */
const MOST_FAILURES = 5;
/**
 * So is one whose holders fell silent as often. That is seldom its fault: a machine was unplugged, or fell asleep. But
 * what kills a machine is silent too.
 */
const MOST_LOSSES = 10;
/** A model that is not installed here may be later. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** What keeps samples from being read here, such as a storage that is away, does so a moment later. */
const AGAIN_MS = 5_000;

export type HeldWindow = Task & { window: AskedWindow; ask: WindowAsk };
/** A window in the hands of who claimed it. `speech` is within the window, which may cut its edges. */
export type ClaimedWindow = HeldWindow & {
  speech: readonly TimeSpan[];
  /** s16le, mono, 16 kHz. */
  pcm: Uint8Array;
};
/** Who transcribes: another machine by its name, or null for this service; and on what. */
export type By = { machine: string | null; device: string };

export type WindowDispatcher = ReturnType<typeof createWindowDispatcher>;

export function createWindowDispatcher(
  core: Pick<Core, 'patient' | 'tasks' | 'tally' | 'clock' | 'closing'>,
  { here, samples }: { here: RecordingsHere; samples: Pick<Samples, 'read'> },
) {
  const { patient, tasks, tally, clock, closing } = core;
  const windows = createWindowRepository(patient, tasks);
  const transcripts = createTranscriptRepository(patient);
  /** The models that are not installed here, or are other ones of that name, and when that was seen. */
  const lacking = new Map<string, number>();
  const listeners = new Set<(key: string, made: boolean) => void>();

  const failed = ({ ask, hasDrift }: AskedWindow, code: ErrorCode): Settlement => {
    // A text in another language than the spoken one is better than none.
    if (hasDrift) return null;
    const by = { model: ask.model.name, machine: null };
    return { result: resultOf({ startMs: 0, ask }, { failed: code }, by) };
  };

  const transcribed = (
    window: AskedWindow,
    words: TranscribedWindow,
    machine: string | null,
  ): Settlement => {
    const drift = findDrift(window.ask, words);
    if (drift) return { drift: JSON.stringify(drift) };
    return { result: resultOf(window, words, { model: window.ask.model.name, machine }) };
  };

  const count = (window: AskedWindow, outcome: WindowOutcome, { machine, device }: By): void => {
    if ('failed' in outcome) {
      tally.count('steno_windows_failed_total', { code: outcome.failed });
      return;
    }
    const by = { model: window.ask.model.name, device, machine: machine ?? '' };
    tally.transcribed(by, window);
  };

  const store = async (task: Task, outcome: WindowOutcome, by: By): Promise<void> => {
    const window = await windows.settle(task, (one) =>
      'failed' in outcome ? failed(one, outcome.failed) : transcribed(one, outcome, by.machine),
    );
    if (!window) return;
    count(window, outcome, by);
    here.get(window.id)?.ended(window.index);
    for (const listener of listeners) listener(task.key, !('failed' in outcome));
  };

  /** A claimed task with what it is about; null for one that is of no use any more. */
  const begin = async (task: Task): Promise<ClaimedWindow | null> => {
    const window = await windows.asked(task.key);
    if (window === null || task.failures >= MOST_FAILURES || task.losses >= MOST_LOSSES) {
      await store(task, { failed: 'window_failed' }, { machine: null, device: '' });
      return null;
    }
    const { id, index, ask } = window;
    here.get(id)?.begun(index);
    const speech = within(window, await transcripts.speech(id, window));
    const pcm = await samples.read(id, window).catch((error: unknown) => {
      // Its other windows would fail as well, one after the other.
      if (toAppError(error).code === 'disk_failed') here.get(id)?.failed(error);
      throw error;
    });
    return { ...task, window, ask, speech, pcm };
  };

  /** Whether it was canceled meanwhile, and its samples are gone. */
  const isLost = async (task: Task): Promise<boolean> => (await tasks.beat([task])).length > 0;

  return {
    /** The next window of none of these models, nor of one known to be missing here; null if there is none. */
    async claim(
      holder: Holder = 'here',
      exceptModels: readonly string[] = [],
    ): Promise<ClaimedWindow | null> {
      const since = clock.mono() - LOOK_AGAIN_MS;
      const missing = [...lacking].flatMap(([name, at]) => (at > since ? [name] : []));
      for (;;) {
        const task = await tasks.claim('window', [...missing, ...exceptModels], holder);
        if (task === null) return null;
        try {
          const claimed = await begin(task);
          if (claimed) return claimed;
        } catch (error) {
          if (await isLost(task)) continue;
          await (isAway(error) ? tasks.passOn(task) : tasks.fail(task));
          await clock.sleep(AGAIN_MS, closing).catch(() => {});
          throw error;
        }
      }
    },

    /** The window's model is not installed here: for a while its windows are left to others. */
    lacksModel: ({ ask: { model } }: Pick<HeldWindow, 'ask'>): void =>
      void lacking.set(model.name, clock.mono()),

    onReady: (wake: () => void): (() => void) => tasks.onReady('window', wake),

    /** The window that was claimed with this permit; null if it is somebody else's, or nobody's, by now. */
    async find(permit: Permit): Promise<HeldWindow | null> {
      const task = await tasks.find(permit);
      const window = task && (await windows.asked(task.key));
      return window ? { ...task, window, ask: window.ask } : null;
    },

    /** Tells which windows are stored here, and whether they have words. */
    onStored(listener: (key: string, made: boolean) => void): void {
      listeners.add(listener);
    },

    /** Stores what came of a window; nothing where nobody wants it any more. @throws LostTaskError */
    async store(task: Task, outcome: WindowOutcome, by: By): Promise<void> {
      failpoint('window.transcribed');
      await store(task, outcome, by);
    },

    /** Leaves a window that cannot be transcribed here, or was not to its end, to others. */
    passOn: (task: Task): Promise<void> => tasks.passOn(task),
  };
}
