import { join } from 'node:path';
import type { Clock } from './core/clock.ts';
import { type Config, urlHost } from './core/config.ts';
import { createFolderWatch, type FolderWatch } from './core/data-folder-watch.ts';
import type { EventBus } from './core/events.ts';
import { createFolderLook, type FolderLook } from './core/folder-looks.ts';
import type { Logger } from './core/logger.ts';
import { createTally, type Tally } from './core/metric-counters.ts';
import { createHousekeeping, type Housekeeping, ownHousekeeping } from './peers/housekeeping.ts';
import {
  createPeerMessages,
  noPeerMessages,
  type OpenedPeerMessages,
  type PeerMessages,
  shareEvents,
} from './peers/peer-messages.ts';
import { createPeers, noPeers, type Peers } from './peers/peers.ts';
import type { Database } from './repositories/database.ts';
import {
  noteMediaPlace,
  refuseOtherDatabase,
  refuseOtherOwner,
  refuseOtherPlace,
  storeMediaPlace,
} from './repositories/folder/media-place.ts';
import { createRemovals, type Removals } from './repositories/folder/removals.ts';
import { nextLeftJob } from './repositories/jobs/job.repository.ts';
import { createPostgresDatabase } from './repositories/postgres/postgres-database.ts';
import { createDatabase } from './repositories/sqlite-database.ts';
import { createPgBossTasks } from './repositories/tasks/pgboss-tasks.ts';
import { createSqliteTasks } from './repositories/tasks/sqlite-tasks.ts';
import type { OpenedTasks, Tasks } from './repositories/tasks/tasks.ts';
import { nextWindow } from './repositories/transcripts/window.repository.ts';
import { nextEvent } from './repositories/webhooks/outbox.ts';
import { createFolderStorage } from './storage/folder-storage.ts';
import { createBucketStorage } from './storage/load-bucket-storage.ts';
import type { MediaStorage } from './storage/media-storage.ts';

/** What every part of the program depends on. It is passed whole; each part picks what it uses. */
export type Core = {
  config: Config;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  /** The services on the same database. */
  peers: Peers;
  /** What they tell each other. */
  peerMessages: PeerMessages;
  /** What is to be done, by one of them at a time. */
  tasks: Tasks;
  /** What one of them does for all. */
  housekeeping: Housekeeping;
  /** What is counted for `GET /metrics`. */
  tally: Tally;
  /** For requests: a database that another program uses is an error after ten seconds. */
  db: Database;
  /** For background work, which waits until the database is free or the service stops. */
  patient: Database;
  /** Whether the data folder is still in its place. */
  dataFolder: FolderWatch;
  /** Looks at folders of users, of which some may hang. */
  lookAtFolder: FolderLook;
  removals: Removals;
  /** Uploads and recordings. */
  storage: MediaStorage;
  /** Where other things are stored in the data folder. */
  folders: { work: string; models: string };
  /** Aborted when the program stops. */
  closing: AbortSignal;
  /** The port the service listens on; before that, the configured one. */
  port: () => number;
  localUrl: () => string;
  /** The service's public URL. */
  baseUrl: () => string;
  /** Registers a resource to release when the program stops: last in, first out. */
  onStop: (release: () => Promise<void> | void) => void;
};

/** The core, and what only the program as a whole does with it. Touches no disk before `open`. */
export function createCore(config: Config, { clock, logger }: { clock: Clock; logger: Logger }) {
  const { dataDir, database: url } = config;
  const ownFolder = config.storage !== null;
  const shared = url === null ? null : createPostgresDatabase({ url, clock, ownFolder });
  const database = shared ?? createDatabase({ clock });
  const { db, patient, checkpoint } = database;
  const closing = new AbortController();
  let { port } = config;
  const localUrl = () => `http://${urlHost(config.host)}:${port}`;
  const { peerMessages, peers } = meetOthers(config, shared, { localUrl, clock, logger });
  const events = shareEvents(peerMessages);
  const dataFolder = watchFolder({ dataDir, mark: database.mark, clock, logger }, events);
  const storage = createStorage(config, dataFolder, { clock, logger });
  const ownClock = shared ? { ...clock, now: () => clock.now() + peers.offsetMs() } : clock;
  const tasks = createTasks({ db: patient, clock: ownClock, logger }, shared);
  const house = { db: patient, tasks, clock, logger };
  const housekeeping = shared ? createHousekeeping(house) : ownHousekeeping();
  const releases = [storage.close, database.close, peerMessages.stop, peers.stop, tasks.close];
  releases.push(housekeeping.stop);

  const core: Core = {
    config,
    logger,
    db,
    patient,
    peers,
    peerMessages,
    tasks,
    housekeeping,
    clock: ownClock,
    events,
    tally: createTally(),
    dataFolder,
    lookAtFolder: createFolderLook(clock),
    removals: createRemovals({
      db: patient,
      dataDir,
      service: peers.id,
      afterwards: checkpoint,
      clock,
      logger,
      removeMedia: storage.remove,
      isWorkShared: shared !== null && ownFolder,
      requireFolder: dataFolder.require,
    }),
    storage,
    folders: { work: join(dataDir, 'work'), models: join(dataDir, 'models') },
    closing: closing.signal,
    port: () => port,
    localUrl,
    baseUrl: () => config.publicUrl ?? localUrl(),
    onStop: (release) => void releases.push(release),
  };
  return {
    core,
    /** Opens database and storage. @throws what `openDatabase` or `openPostgres` throws; storage_unusable */
    async open(): Promise<void> {
      await openAll(core, database);
      await peerMessages.open();
      await tasks.open(await peers.ended());
    },
    /** Does the housekeeping when no other service does. */
    keepHouse: housekeeping.start,
    listening(bound: number): void {
      port = bound;
    },
    async stop(): Promise<void> {
      closing.abort();
      database.hurry();
      await releaseAll(releases.splice(0), logger);
    },
  };
}

/** The last first; one that fails does not prevent the others. */
async function releaseAll(
  releases: readonly (() => Promise<void> | void)[],
  logger: Logger,
): Promise<void> {
  for (const release of releases.toReversed()) {
    try {
      await release();
    } catch (error) {
      logger.error({ err: error }, 'something could not be freed');
    }
  }
}

/** The other services on the same database, if there may be any. */
function meetOthers(
  { name, version, work: works }: Config,
  shared: ReturnType<typeof createPostgresDatabase> | null,
  { localUrl, ...core }: Pick<Core, 'localUrl' | 'clock' | 'logger'>,
): { peerMessages: OpenedPeerMessages; peers: Peers } {
  if (!shared) return { peerMessages: noPeerMessages(), peers: noPeers() };
  const peerMessages = createPeerMessages({ channel: shared.peerChannel, ...core });
  const self = { name, version, works, url: localUrl };
  return {
    peerMessages,
    peers: createPeers({ rows: shared.services, peerMessages, ...core }, self),
  };
}

function createTasks(
  core: Pick<Core, 'db' | 'clock' | 'logger'>,
  shared: ReturnType<typeof createPostgresDatabase> | null,
): OpenedTasks {
  if (shared)
    return createPgBossTasks({ ...core, server: shared.taskServer, run: shared.services.id });
  return createSqliteTasks(core, {
    webhook: nextEvent,
    window: nextWindow,
    transcription: nextLeftJob,
  });
}

/** Checks both before either is changed; SQLite is open at once. */
async function openAll(
  { config: { dataDir, database: url }, db, storage }: Core,
  database: { open(folder: string): Promise<void> | void },
): Promise<void> {
  const { address } = storage;
  refuseOtherPlace(dataDir, address);
  if (address === null) {
    await database.open(dataDir);
    return refuseOtherDatabase(db, { address, isIts: true });
  }
  await storage.probe();
  refuseOtherOwner(dataDir, { address, owner: storage.owner(), isShared: url !== null });
  await database.open(dataDir);
  const { id } = await db.selectFrom('dataFolder').select('id').executeTakeFirstOrThrow();
  await refuseOtherDatabase(db, { address, isIts: storage.owner() === id });
  await storage.claim(id);
  await storeMediaPlace(db, address);
  noteMediaPlace(dataDir, address);
}

function watchFolder(
  ports: Omit<Parameters<typeof createFolderWatch>[0], 'onChange'>,
  events: EventBus,
): FolderWatch {
  // Another service on the database may still see its own.
  return createFolderWatch({ ...ports, onChange: (state) => events.receive(state, null) });
}

function createStorage(
  { dataDir, storage }: Config,
  dataFolder: FolderWatch,
  core: Pick<Core, 'clock' | 'logger'>,
): MediaStorage {
  if (storage === null) return createFolderStorage(dataDir, dataFolder);
  return createBucketStorage(storage, core);
}
