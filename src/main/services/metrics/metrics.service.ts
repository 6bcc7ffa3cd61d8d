import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Core } from '../../core.ts';
import { createRealTimeFactorRepository } from '../../repositories/jobs/real-time-factor.repository.ts';
import { createWorkloadRepository } from '../../repositories/jobs/workload.repository.ts';
import type { HealthService } from '../health.service.ts';
import type { Figures } from './prometheus.ts';

/** However many clients ask, the database is queried at most once in this time. */
const GATHER_EVERY_MS = 1_000;
/** How often the event loop's lag is measured. */
const LAG_EVERY_MS = 20;

export type MetricsService = ReturnType<typeof createMetricsService>;

/** The metrics that Prometheus collects. They are gathered only on request. */
export function createMetricsService(
  core: Pick<Core, 'db' | 'config' | 'peers' | 'clock' | 'tally' | 'onStop'>,
  { health }: { health: HealthService },
) {
  const { db, config, peers, clock, tally, onStop } = core;
  const workload = createWorkloadRepository(db);
  const factors = createRealTimeFactorRepository(db);
  let eventLoop: ReturnType<typeof monitorEventLoopDelay> | null = null;
  onStop(() => void eventLoop?.disable());

  /** The event loop's lag since the last request; 0 the first time. */
  const eventLoopLag = (): number => {
    if (eventLoop === null) {
      eventLoop = monitorEventLoopDelay({ resolution: LAG_EVERY_MS });
      eventLoop.enable();
    }
    // The time between two measurements counts.
    const lag = Math.max(0, eventLoop.max / 1e6 - LAG_EVERY_MS);
    eventLoop.reset();
    return lag / 1000;
  };

  const readFigures = async (): Promise<Figures> => {
    const now = clock.now();
    const [transcriptions, windows, webhooks, speeds, readiness, disk, services] =
      await Promise.all([
        workload.transcriptions(),
        workload.windows(),
        workload.webhooks(now),
        factors.speeds(),
        health.ready(),
        // There is none while the data folder is away.
        statfs(config.dataDir).catch(() => null),
        peers.list(),
      ]);
    const ageOf = (since: number | null) => (since === null ? 0 : Math.max(0, now - since) / 1000);
    return {
      version: config.version,
      database: config.database === null ? 'sqlite' : 'postgresql',
      work: transcriptions.map(({ stage, count, since }) => ({ stage, count, age: ageOf(since) })),
      windows: { count: windows.count, age: ageOf(windows.since) },
      webhooks: { pending: webhooks.pending, lag: ageOf(webhooks.dueSince) },
      factors: speeds.map(({ model, device, speed }) => ({
        model,
        device: device ?? 'cpu',
        factor: 1 / speed,
      })),
      services: Math.max(1, services.length),
      notReady: readiness.failed,
      freeBytes: disk === null ? 0 : disk.bavail * disk.bsize,
      eventLoopLag: eventLoopLag(),
      startedAt: (now - process.uptime() * 1000) / 1000,
    };
  };

  const write = async () => {
    // Prometheus' library takes a while to load, and most runs of the service never need it.
    const [{ writeFigures }, figures] = await Promise.all([
      import('./prometheus.ts'),
      readFigures(),
    ]);
    return writeFigures(figures, tally);
  };

  let written: { at: number; answer: ReturnType<typeof write> } | null = null;
  return {
    /** In the text format of Prometheus, with its media type. */
    gather(): ReturnType<typeof write> {
      const at = clock.mono();
      if (written === null || at - written.at >= GATHER_EVERY_MS) written = { at, answer: write() };
      return written.answer;
    },
  };
}
