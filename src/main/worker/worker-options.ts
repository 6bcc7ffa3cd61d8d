import type { WorkerSelf } from '../../shared/worker-protocol.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { OpenEngine } from '../engine/engine.ts';

export type WorkerOptions = {
  service: { url: string; key: string };
  worker: WorkerSelf;
  openEngine: OpenEngine;
  /** For the models it fetches. */
  dataDir: string;
  clock: Clock;
  logger: Logger;
  /** Aborted to drain: it claims no more, and ends what it has. */
  signal: AbortSignal;
  /** The service has answered for the first time. */
  onJoined: () => void;
};
