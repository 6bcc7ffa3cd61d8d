import { CLAIM_WAIT_MS, type WorkerSelf } from '../../../shared/worker-protocol.ts';
import type { Core } from '../../core.ts';
import type { ClaimedWindow, WindowDispatcher } from '../../queue/windows/window-dispatcher.ts';
import type { GivenModel, GivenModels } from './given-models.ts';
import type { WindowTrust } from './window-trust.ts';

/** After windows that nobody who waits may have, and after an error. */
const REST_MS = 1_000;
/** How many such windows are looked past at a time. */
const MOST_SKIPPED = 20;

export type GivenWindow = { window: ClaimedWindow; model: GivenModel };
/** A reason of our own: that of an abort without one is made with a stack. */
const SERVED = new Error('It waits no more.');

type Waiting = { worker: WorkerSelf; give: (given: GivenWindow | null) => void };

/**
 * Workers wait here for windows, first come, first served. However many wait, one of them looks, and only when there may
 * be something.
 */
export function createWaitingClaims(
  { clock, logger, closing, onStop }: Pick<Core, 'clock' | 'logger' | 'closing' | 'onStop'>,
  {
    dispatcher,
    models,
    trust,
  }: { dispatcher: WindowDispatcher; models: GivenModels; trust: WindowTrust },
) {
  const waiting = new Set<Waiting>();
  let serving = false;
  let again = false;
  let resting = false;

  const ready = (): Waiting[] =>
    [...waiting].filter(({ worker }) => trust.pauseMs(worker.id) === 0);

  const modelOf = async (window: ClaimedWindow): Promise<GivenModel | null> => {
    const model = await models.find(window.ask.model);
    if (!model) dispatcher.lacksModel(window);
    return model;
  };

  /** Gives windows to those who wait until there are no more of either. What none of them may have is `skipped`. */
  const give = async (skipped: ClaimedWindow[]): Promise<void> => {
    while (ready().length > 0 && skipped.length < MOST_SKIPPED) {
      const window = await dispatcher.claim('elsewhere');
      if (!window) return;
      skipped.push(window);
      const model = window.pcm.length > 0 ? await modelOf(window) : null;
      const one = ready().find(({ worker }) => trust.mayHave(worker.id, window.key));
      if (!model || !one) continue;
      skipped.pop();
      trust.give(one.worker.id, window.key);
      one.give({ window, model });
    }
  };

  const serve = async (): Promise<void> => {
    const skipped: ClaimedWindow[] = [];
    try {
      await give(skipped);
    } catch (error) {
      logger.error({ err: error }, 'no window could be given to a worker');
      rest();
    }
    if (skipped.length === 0) return;
    rest();
    for (const window of skipped) {
      await dispatcher.passOn(window).catch((error: unknown) => {
        logger.error({ window: window.key, err: error }, 'a window could not be passed on');
      });
    }
  };

  const look = async (): Promise<void> => {
    again = true;
    if (serving) return;
    serving = true;
    while (again && waiting.size > 0 && !resting && !closing.aborted) {
      again = false;
      await serve();
    }
    serving = false;
  };
  /** What is passed on wakes everybody, who would look at it again at once. */
  const rest = (): void => {
    resting = true;
    clock.sleep(REST_MS, closing).then(
      () => {
        resting = false;
        void look();
      },
      () => {},
    );
  };

  /** Looks as soon as the worker may have a window; a timer may be early by a little. */
  const lookFor = async (worker: WorkerSelf, over: AbortSignal): Promise<void> => {
    for (let ms = trust.pauseMs(worker.id); ms > 0; ms = trust.pauseMs(worker.id)) {
      await clock.sleep(Math.ceil(ms), over);
    }
    await look();
  };

  onStop(dispatcher.onReady(() => void look()));

  return {
    /** Waits for a window; null if none comes in time, or `signal` aborts. */
    async claim(worker: WorkerSelf, signal: AbortSignal): Promise<GivenWindow | null> {
      const { promise, resolve } = Promise.withResolvers<GivenWindow | null>();
      const done = new AbortController();
      const over = AbortSignal.any([signal, closing, done.signal]);
      const one: Waiting = {
        worker,
        give(given) {
          if (waiting.delete(one)) resolve(given);
        },
      };
      waiting.add(one);
      over.addEventListener('abort', () => one.give(null), { once: true });
      if (over.aborted) one.give(null);
      clock.sleep(CLAIM_WAIT_MS, over).then(
        () => one.give(null),
        () => {},
      );
      lookFor(worker, over).catch(() => {});
      try {
        return await promise;
      } finally {
        done.abort(SERVED);
      }
    },
  };
}
