import type { Machine, MachineList } from '../../shared/machines.ts';
import type { Core } from '../core.ts';
import type { Machines } from '../engine/machines/machines.ts';
import { createWorkloadRepository } from '../repositories/jobs/workload.repository.ts';

export type MachineService = ReturnType<typeof createMachineService>;

/** What transcribes: the services on the database, and the machines that lend their engines to each. */
export function createMachineService(
  { db, config, nodes, events }: Pick<Core, 'db' | 'config' | 'nodes' | 'events'>,
  { machines }: { machines: Pick<Machines, 'list'> },
) {
  const workload = createWorkloadRepository(db);
  nodes.describe(() => ({ lanes: config.work ? config.lanes : 0, machines: machines.list() }));
  nodes.listen(({ type }) => {
    if (type === 'came' || type === 'lost') events.receive({ type: 'models' }, null);
  });

  return {
    /** The same at each of the services, except for changes in the last seconds. */
    async list(): Promise<MachineList> {
      const [all, running] = await Promise.all([nodes.list(), workload.byNode()]);
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
          running: running.get(id) ?? 0,
          started_at: new Date(times.startedAt).toISOString(),
          seen_at: new Date(times.seenAt).toISOString(),
        })),
      };
    },
  };
}
