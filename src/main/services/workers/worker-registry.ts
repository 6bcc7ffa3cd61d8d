import type { Machine } from '../../../shared/machines.ts';
import { type Beat, SILENT_MS, type WorkerSelf } from '../../../shared/worker-protocol.ts';
import type { Core } from '../../core.ts';

const LOOK_MS = 5_000;
const TELL_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
const MINUTES = 60;
/** A key may be misused; those not heard of for longest go first. */
const MOST_WORKERS = 2_000;

type Worker = {
  self: WorkerSelf;
  /** What its last sign of life says; null before the first at this service. */
  said: Pick<Beat, 'tasks' | 'models' | 'device' | 'problem' | 'drains'> | null;
  joinedAt: number;
  seenAt: number;
  heardAt: number;
  windows: number;
  /** Windows in each of the last minutes, the latest last. */
  minutes: { minute: number; windows: number }[];
};

export type WorkerRegistry = ReturnType<typeof createWorkerRegistry>;

/** The workers that this service has heard of lately. One that works for several services is known to each. */
export function createWorkerRegistry(core: Pick<Core, 'clock' | 'logger' | 'events' | 'closing'>) {
  const { clock, logger, events, closing } = core;
  const workers = new Map<string, Worker>();
  let looking = false;
  let quiet = false;
  let changed = false;

  /** At most once a second, however many come at once. */
  const onChange = (): void => {
    changed = quiet;
    if (quiet) return;
    quiet = true;
    events.emit({ type: 'models' });
    clock.sleep(TELL_EVERY_MS, closing).then(
      () => {
        quiet = false;
        if (changed) onChange();
      },
      () => {},
    );
  };

  const leave = (id: string, why: string): void => {
    const worker = workers.get(id);
    if (!workers.delete(id) || !worker) return;
    logger.info({ worker: worker.self.name, why }, 'a worker has left');
    onChange();
  };

  /** After this machine was suspended, those who spoke meanwhile are heard first: a look that comes late ends nothing. */
  const keepLooking = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    while (workers.size > 0 && !closing.aborted) {
      const before = clock.mono();
      await clock.sleep(LOOK_MS, closing).catch(() => {});
      if (clock.mono() - before > 2 * LOOK_MS) continue;
      for (const [id, { heardAt }] of workers) {
        if (clock.mono() - heardAt > SILENT_MS) leave(id, 'it has fallen silent');
      }
    }
    looking = false;
  };

  const hear = (self: WorkerSelf): Worker => {
    const known = workers.get(self.id);
    const [seenAt, heardAt] = [clock.now(), clock.mono()];
    const worker = known ?? { joinedAt: seenAt, said: null, windows: 0, minutes: [] };
    const heard = Object.assign(worker, { self, seenAt, heardAt });
    // Set again, so that who was heard of last is last.
    workers.delete(self.id);
    workers.set(self.id, heard);
    if (known) return heard;
    const [oldest] = workers.keys();
    if (workers.size > MOST_WORKERS && oldest !== undefined) leave(oldest, 'there are too many');
    logger.info({ worker: self.name, lanes: self.lanes }, 'a worker has joined');
    onChange();
    void keepLooking();
    return heard;
  };

  const lastHour = ({ minutes }: Worker): number => {
    const since = Math.floor(clock.mono() / MINUTE_MS) - MINUTES;
    return minutes.reduce((sum, one) => sum + (one.minute > since ? one.windows : 0), 0);
  };

  return {
    hear: (self: WorkerSelf): void => void hear(self),
    leave,

    beat({ worker: self, ...said }: Beat): void {
      if (said.drains && said.tasks.length === 0) leave(self.id, 'it was stopped');
      else {
        const worker = hear(self);
        const before = worker.said;
        worker.said = said;
        const isNews = ['models', 'problem', 'drains'] as const;
        if (isNews.some((name) => String(before?.[name]) !== String(said[name]))) onChange();
      }
    },

    /** It has transcribed a window. */
    transcribed(self: WorkerSelf): void {
      const worker = hear(self);
      const minute = Math.floor(clock.mono() / MINUTE_MS);
      worker.windows++;
      const latest = worker.minutes.at(-1);
      if (latest?.minute === minute) latest.windows++;
      else worker.minutes = [...worker.minutes, { minute, windows: 1 }].slice(-MINUTES);
    },

    /** How many windows they transcribe at once. */
    lanes: (): number =>
      [...workers.values()].reduce(
        (sum, { self, said }) => sum + (said?.drains ? 0 : self.lanes),
        0,
      ),

    list: (): Machine[] =>
      [...workers.values()]
        .toSorted((a, b) => a.joinedAt - b.joinedAt || a.self.name.localeCompare(b.self.name))
        .map((worker) => ({
          id: worker.self.id,
          name: worker.self.name,
          version: worker.self.version,
          lanes: worker.self.lanes,
          busy: worker.said?.tasks.length ?? 0,
          draining: worker.said?.drains ?? false,
          models: (worker.said?.models ?? []).map((name) => ({
            name,
            device: worker.said?.device ?? null,
          })),
          windows: worker.windows,
          windows_last_hour: lastHour(worker),
          problem: worker.said?.problem ?? null,
          joined_at: new Date(worker.joinedAt).toISOString(),
          seen_at: new Date(worker.seenAt).toISOString(),
        })),
  };
}
