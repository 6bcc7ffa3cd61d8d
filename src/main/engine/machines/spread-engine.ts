/** A model loaded here and on other machines: each window is transcribed where that takes the least time. */
import type { Engine, EngineInfo } from '../engine.ts';

/** A machine whose engine dies, or that fails on this many windows in a row that succeed here, gets no more work. */
const MOST_FAILURES = 3;

/** An engine on another machine. */
type Helper = {
  /** Of the machine. */
  name: string;
  engine: Engine;
  /** It has started or finished transcribing a window. */
  onBusy: (change: 1 | -1) => void;
  /** It has transcribed a window. */
  onTranscribed: () => void;
  /** Whether the machine is still connected. */
  isThere: () => boolean;
  /** Its engine gets no more work: it died, or failed too often. `blamed` unless the window fails here, too. */
  onLost: (error: unknown, blamed: boolean) => void;
};

export type SpreadEngine = Engine & {
  /** Lets the helper transcribe windows, too, from now on. */
  add(helper: Helper): void;
};

type Place = {
  engine: Engine;
  helper: Helper | null;
  busy: number;
  failures: number;
  /** The time per window, the latest counting most; 0 until one is known, so that the helper is tried. */
  ms: number;
};

/** The weight of the latest window's time against that of the earlier ones. */
const NEWEST = 0.3;

/** Windows are transcribed here if no other machine is free, or if the one that had them failed. `now` is monotonic. */
export function createSpreadEngine(own: Engine, now: () => number): SpreadEngine {
  const here: Place = { engine: own, helper: null, busy: 0, failures: 0, ms: 0 };
  const others = new Set<Place>();

  const leave = async (place: Place): Promise<void> => {
    if (others.delete(place)) await place.engine.close();
  };

  /** The fastest with a free lane. */
  const choose = (): Place => {
    const free = [here, ...others].filter(
      ({ engine, busy }) => engine.alive() && busy < engine.info.lanes,
    );
    return free.reduce((best, place) => (place.ms < best.ms ? place : best), free[0] ?? here);
  };

  const at = async <Result>(place: Place, work: (engine: Engine) => Promise<Result>) => {
    const { engine, helper } = place;
    const startedAt = now();
    place.busy++;
    helper?.onBusy(1);
    try {
      const result = await work(engine);
      const ms = Math.max(1, now() - startedAt);
      place.ms = place.ms === 0 ? ms : place.ms + NEWEST * (ms - place.ms);
      place.failures = 0;
      return result;
    } finally {
      place.busy--;
      helper?.onBusy(-1);
    }
  };

  /**
   * Transcribes here what a machine failed on: whatever it says of a window, that shows whether the window is to blame.
   * So windows on which every engine fails, or dies, cost no machine its work.
   */
  const afterFailure = async <Result>(
    { place, helper, error }: { place: Place; helper: Helper; error: unknown },
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result> => {
    const hasDied = !place.engine.alive();
    let blamed = false;
    try {
      const result = await at(here, work);
      blamed = true;
      return result;
    } finally {
      const isOver = hasDied || (blamed && ++place.failures >= MOST_FAILURES);
      if (isOver && others.has(place)) {
        helper.onLost(error, blamed);
        void leave(place);
      }
    }
  };

  const anywhere = async <Result>(
    work: (engine: Engine) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<{ result: Result; helper: Helper | null }> => {
    for (;;) {
      const place = choose();
      const { helper, engine } = place;
      if (helper === null) return { result: await at(place, work), helper };
      try {
        return { result: await at(place, work), helper };
      } catch (error) {
        signal?.throwIfAborted();
        if (engine.alive() || helper.isThere()) {
          const result = await afterFailure({ place, helper, error }, work);
          return { result, helper: null };
        }
        void leave(place);
      }
    }
  };

  const info: EngineInfo = {
    ...own.info,
    get lanes() {
      const alive = [...others].filter(({ engine }) => engine.alive());
      return own.info.lanes + alive.reduce((sum, { engine }) => sum + engine.info.lanes, 0);
    },
  };

  return {
    info,
    alive: own.alive,
    async transcribe(pcm, options) {
      const { result, helper } = await anywhere(
        (engine) => engine.transcribe(pcm, options),
        options.signal,
      );
      helper?.onTranscribed();
      return helper ? { ...result, machine: helper.name } : result;
    },
    detect: async (pcm, options) =>
      (await anywhere((engine) => engine.detect(pcm, options), options.signal)).result,
    // Detecting speech takes less time than sending the samples.
    speech: own.speech,
    bench: own.bench,
    async close() {
      await Promise.all([own.close(), ...[...others].map(leave)]);
    },
    add(helper) {
      others.add({ engine: helper.engine, helper, busy: 0, failures: 0, ms: 0 });
    },
  };
}
