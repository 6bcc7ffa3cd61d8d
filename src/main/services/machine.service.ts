import type { Machine, MachineList } from '../../shared/machines.ts';
import type { Core } from '../core.ts';
import type { Machines } from '../engine/machines/machines.ts';

export type MachineService = ReturnType<typeof createMachineService>;

/** What transcribes: the services on the database, and the machines that lend their engines to each. */
export function createMachineService(
  { config, peers, events }: Pick<Core, 'config' | 'peers' | 'events'>,
  { machines }: { machines: Pick<Machines, 'list'> },
) {
  peers.describe(() => ({ lanes: config.work ? config.lanes : 0, machines: machines.list() }));
  peers.onChange(() => events.receive({ type: 'models' }, null));

  return {
    /** The same at each of the services, except for changes in the last seconds. */
    async list(): Promise<MachineList> {
      const all = await peers.list();
      const own = machines.list();
      const elsewhere: Machine[] = all.flatMap(({ here, status }) => (here ? [] : status.machines));
      return {
        data: [...own, ...elsewhere],
        services: all.map(({ id, name, version, url, works, here, status, ...times }) => ({
          id,
          name,
          version,
          url,
          works,
          here,
          lanes: status.lanes,
          running: status.running,
          started_at: new Date(times.startedAt).toISOString(),
          seen_at: new Date(times.seenAt).toISOString(),
        })),
      };
    },
  };
}
