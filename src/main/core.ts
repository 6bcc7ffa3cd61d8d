import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { type Config, urlHost } from './config.ts';
import { createEventBus, type EventBus } from './events.ts';
import type { Logger } from './logger.ts';
import { createDatabase, type Database } from './repositories/database.ts';
import { createRemovals, type Removals } from './repositories/folder/removals.ts';

/** What every part of the program stands on. Parts take it whole, and name what they use of it. */
export type Core = {
  config: Config;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  /** For whoever waits for an answer: a database that is in use elsewhere is an error after ten seconds. */
  db: Database;
  /** For work in the background, which waits until the database is free again, or the program stops. */
  patient: Database;
  removals: Removals;
  /** Where in the data folder things lie. */
  folders: Folders;
  /** Aborted when the program stops. */
  closing: AbortSignal;
  /** Where the service listens; before it does, where it is to. */
  port: () => number;
  /** How this machine reaches the service. */
  localUrl: () => string;
  /** How everybody reaches it. */
  baseUrl: () => string;
  /** Has something freed when the program stops: what came last goes first. */
  onStop: (release: () => Promise<void> | void) => void;
};

export type Folders = {
  work: string;
  files: string;
  models: string;
  recordings: string;
  /** Of one transcription's recording, kept to be played. */
  recordingOf: (id: string) => string;
};

/** What only the program as a whole does with its core. */
export type CoreControl = {
  core: Core;
  /** Opens the database. @throws what `openDatabase` throws */
  open(): void;
  listening(port: number): void;
  /** Frees everything; what fails to be freed does not keep the rest. */
  stop(): Promise<void>;
};

/** Touches no disk before `open`. */
export function createCore(
  config: Config,
  { clock, logger }: { clock: Clock; logger: Logger },
): CoreControl {
  const { dataDir } = config;
  const database = createDatabase({ clock });
  const { db, patient, checkpoint } = database;
  const closing = new AbortController();
  const releases: (() => Promise<void> | void)[] = [database.close];
  const recordings = join(dataDir, 'recordings');
  let { port } = config;
  const localUrl = () => `http://${urlHost(config.host)}:${port}`;

  const core: Core = {
    ...{ config, clock, logger, db, patient },
    events: createEventBus(),
    removals: createRemovals({ db: patient, dataDir, afterwards: checkpoint }),
    folders: {
      work: join(dataDir, 'work'),
      files: join(dataDir, 'files'),
      models: join(dataDir, 'models'),
      recordings,
      recordingOf: (id) => join(recordings, id),
    },
    closing: closing.signal,
    port: () => port,
    localUrl,
    baseUrl: () => config.publicUrl ?? localUrl(),
    onStop: (release) => void releases.push(release),
  };
  return {
    core,
    open: () => database.open(dataDir),
    listening(bound: number): void {
      port = bound;
    },
    async stop(): Promise<void> {
      closing.abort();
      database.hurry();
      for (const release of releases.splice(0).reverse()) {
        try {
          await release();
        } catch (error) {
          logger.error({ err: error }, 'something could not be freed');
        }
      }
    },
  };
}
