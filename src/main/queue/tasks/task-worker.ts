import { type Clock, every } from '../../core/clock.ts';
import {
  LostTaskError,
  type Task,
  type TaskKind,
  type Tasks,
} from '../../repositories/tasks/tasks.ts';
import { createClaimLoop } from './claim-loop.ts';

const BEAT_MS = 3000;
/** What stands in the way, such as a full disk, is still there a moment later. */
const FAIL_AFTER_MS = 5000;

/** Shows that a task is worked on, until that has ended; aborts `lost` when the task is its holder's no more. */
export async function keepBeating(
  {
    tasks,
    clock,
    onError,
  }: {
    tasks: Pick<Tasks, 'beat'>;
    clock: Clock;
    onError: (error: unknown, task: Task) => void;
  },
  task: Task,
  { lost, ended }: { lost: AbortController; ended: AbortSignal },
): Promise<void> {
  for await (const _turn of every(clock, BEAT_MS, ended)) {
    const gone = await tasks.beat([task]).catch((error: unknown) => onError(error, task));
    if (gone && gone.length > 0) return lost.abort(new LostTaskError(task));
  }
}

/** Works on the tasks of a kind, several in parallel, and shows that it does for as long as each takes. */
export function createTaskWorker<Claimed extends Task>({
  tasks,
  kind,
  claim,
  run,
  onError,
  concurrency,
  clock,
}: {
  tasks: Tasks;
  kind: TaskKind;
  claim: () => Promise<Claimed | null>;
  /** Settles the task, or throws: then it is given back. The signal says that it was lost, or that the work stops. */
  run: (task: Claimed, signal: AbortSignal) => Promise<void>;
  onError: (error: unknown, task: Task | null) => void;
  concurrency: () => number;
  clock: Clock;
}) {
  const stopping = new AbortController();

  const runHeld = async (task: Claimed): Promise<void> => {
    const [lost, ended] = [new AbortController(), new AbortController()];
    const beating = keepBeating({ tasks, clock, onError }, task, { lost, ended: ended.signal });
    try {
      await run(task, AbortSignal.any([lost.signal, stopping.signal]));
    } catch (error) {
      onError(error, task);
      if (error instanceof LostTaskError) return;
      await clock.sleep(FAIL_AFTER_MS, stopping.signal).catch(() => {});
      await tasks.fail(task);
    } finally {
      ended.abort();
      await beating;
    }
  };

  const worker = createClaimLoop({ claim, run: runHeld, onError, concurrency, clock });
  const unsubscribe = tasks.onReady(kind, worker.nudge);
  return {
    start: worker.start,
    /** Aborts what is worked on, and waits for its end. */
    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await worker.stop();
    },
  };
}
