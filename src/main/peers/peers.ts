/**
 * Who is there: the services that share a database, as one of them sees them. With SQLite there is one. It is for people
 * and for what is shared out; who works on what is said by tasks.
 */
import { z } from 'zod';
import { Machine } from '../../shared/machines.ts';
import { type Clock, every } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { hasEnded, markProcess, ProcessMark } from '../core/process-mark.ts';
import type {
  NewService,
  ServiceRows,
  StoredService,
} from '../repositories/postgres/service-rows.ts';
import type { PeerMessages } from './peer-messages.ts';

const BEAT_MS = 5_000;
/** A smaller difference of the clocks is ignored. */
const RIGHT_MS = 2_000;
/** PostgreSQL ends the connections of a killed service with a short delay. */
const LOOKS = 20;
const LOOK_AGAIN_MS = 100;

/** What a service says of itself. */
const PeerStatus = z.object({
  lanes: z.int().nonnegative().default(0),
  /** How many recordings it works on. */
  running: z.int().nonnegative().default(0),
  machines: z.array(Machine).default([]),
  process: ProcessMark.nullable().default(null),
});
type PeerStatus = z.infer<typeof PeerStatus>;

type Peer = Omit<StoredService, 'status'> & {
  /** Whether it is this one. */
  here: boolean;
  status: PeerStatus;
};

export type Peers = {
  /** This run of this service; null where it has its database to itself. */
  id: string | null;
  /** How many of the services process jobs; 0 where all were started with `--no-work`. */
  working(): number;
  /**
   * How far the database's clock is ahead of this machine's, in ms. Several services all go by the database's clock, so
   * that stored times mean the same to each. 0 for a single service, or if the difference is small.
   */
  offsetMs(): number;
  list(): Promise<Peer[]>;
  /**
   * Services that surely ended: their processes ran on this machine and are gone, and so are their connections. What
   * only looks alike, such as a copy of this machine, is connected.
   */
  ended(): Promise<string[]>;
  /** What the others are told of this one, by each part that knows something of it. */
  describe(part: () => Partial<PeerStatus>): void;
  /** Calls `listener` when others have come or gone. */
  onChange(listener: () => void): void;
  /** From now on the others know of this service. */
  join(): Promise<void>;
  stop(): Promise<void>;
};

/** A service that has its database to itself. */
export function noPeers(): Peers {
  return {
    id: null,
    working: () => 1,
    offsetMs: () => 0,
    list: async () => [],
    ended: async () => [],
    describe: () => {},
    onChange: () => {},
    join: async () => {},
    stop: async () => {},
  };
}

/** The services on one PostgreSQL database. Each says every few seconds that it is there. */
export function createPeers(
  {
    rows,
    peerMessages,
    clock,
    logger,
  }: { rows: ServiceRows; peerMessages: PeerMessages; clock: Clock; logger: Logger },
  self: Omit<NewService, 'url'> & { url: () => string },
): Peers {
  const { id } = rows;
  const listeners: (() => void)[] = [];
  const parts: (() => Partial<PeerStatus>)[] = [];
  const stopping = new AbortController();
  let known: StoredService[] = [];
  let offset = 0;
  let loop: Promise<void> | null = null;

  const status = (): PeerStatus =>
    PeerStatus.parse(Object.assign({}, ...parts.map((part) => part())));

  const hasGone = async ({ id: other, status: json }: StoredService): Promise<boolean> => {
    const { process } = readStatus(json);
    if (process === null || !(await hasEnded(process))) return false;
    for (let looks = 0; looks < LOOKS; looks++) {
      if (!(await rows.isConnected(other))) return true;
      await clock.sleep(LOOK_AGAIN_MS);
    }
    return false;
  };

  const look = async (): Promise<void> => {
    const before = namesOf(known);
    known = await rows.list();
    if (namesOf(known) !== before) for (const listener of listeners) listener();
  };

  const beat = async (): Promise<void> => {
    const now = await rows.beat({ ...self, url: self.url() }, JSON.stringify(status()));
    const ahead = now - clock.now();
    // Small changes are only the delay of the connection.
    if (Math.abs(ahead - offset) > RIGHT_MS / 2) offset = Math.round(ahead);
    await look();
  };

  const keepBeating = async (): Promise<void> => {
    for await (const _turn of every(clock, BEAT_MS, stopping.signal)) {
      await beat().catch((error: unknown) => {
        logger.warn({ err: error }, 'the database does not hear that this service is there');
      });
    }
  };

  peerMessages.listen((message) => {
    if (message.type !== 'services' || !loop) return;
    look().catch((error: unknown) => logger.debug({ err: error }, 'nobody says who is there'));
  });

  return {
    id,
    working: () => known.filter(({ works }) => works).length,
    offsetMs: () => (known.length < 2 || Math.abs(offset) < RIGHT_MS ? 0 : offset),
    list: async () =>
      (await rows.list()).map((row) => ({
        ...row,
        here: row.id === id,
        status: row.id === id ? status() : readStatus(row.status),
      })),
    async ended() {
      const ids: string[] = [];
      for (const row of await rows.list()) if (await hasGone(row)) ids.push(row.id);
      return ids;
    },
    describe: (part) => void parts.push(part),
    onChange: (listener) => void listeners.push(listener),

    async join() {
      if (loop) return;
      const process = await markProcess();
      parts.push(() => ({ process }));
      await beat();
      peerMessages.tell({ type: 'services' });
      loop = keepBeating();
    },

    async stop() {
      stopping.abort();
      if (!loop) return;
      await loop;
      await rows.leave().catch(() => {});
      peerMessages.tell({ type: 'services' });
    },
  };
}

const namesOf = (services: readonly StoredService[]) => services.map(({ id }) => id).join();

/** A newer service may say more of itself, or other things. */
function readStatus(json: string): PeerStatus {
  const status = PeerStatus.safeParse(JSON.parse(json));
  return status.success ? status.data : PeerStatus.parse({});
}
