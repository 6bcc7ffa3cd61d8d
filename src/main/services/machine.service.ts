import type { Machine, MachineList } from '../../shared/machines.ts';
import type { Core } from '../core.ts';
import type { WorkerRegistry } from './workers/worker-registry.ts';

export type MachineService = ReturnType<typeof createMachineService>;

/** What transcribes: the services on the database, and the workers that each has heard of. */
export function createMachineService(
  { config, peers, events }: Pick<Core, 'config' | 'peers' | 'events'>,
  { registry }: { registry: WorkerRegistry },
) {
  peers.describe(() => ({ lanes: config.work ? config.lanes : 0, machines: registry.list() }));
  peers.onChange(() => events.receive({ type: 'models' }, null));

  return {
    /** The same at each of the services, except for changes in the last seconds. */
    async list(): Promise<MachineList> {
      const all = await peers.list();
      const elsewhere = all.flatMap(({ here, status }) => (here ? [] : status.machines));
      return {
        data: oncePerWorker([...registry.list(), ...elsewhere]),
        services: all.map(({ id, name, version, url, works, here, status, ...times }) => ({
          ...{ id, name, version, url, works, here },
          lanes: status.lanes,
          running: status.running,
          started_at: new Date(times.startedAt).toISOString(),
          seen_at: new Date(times.seenAt).toISOString(),
        })),
      };
    },
  };
}

/** Behind a proxy a worker speaks with several services: each has counted what it was told, the last one knows the rest. */
function oncePerWorker(machines: readonly Machine[]): Machine[] {
  return [...Map.groupBy(machines, ({ id }) => id).values()].flatMap((same) => {
    const latest = same.toSorted((a, b) => b.seen_at.localeCompare(a.seen_at))[0];
    const sum = (count: (machine: Machine) => number) =>
      same.reduce((total, one) => total + count(one), 0);
    return latest
      ? [
          {
            ...latest,
            windows: sum(({ windows }) => windows),
            windows_last_hour: sum(({ windows_last_hour }) => windows_last_hour),
          },
        ]
      : [];
  });
}
