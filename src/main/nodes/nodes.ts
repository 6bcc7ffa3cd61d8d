/** The services that share a database, as one of them sees them. With SQLite, or alone on PostgreSQL, there is one. */
import type { Database } from '../repositories/database.ts';
import type { NodeMessage, NodeStatus } from './node-message.ts';

export type NodeNotice =
  /** A message from another service. */
  | { type: 'said'; message: NodeMessage }
  /** Messages of other services were lost. */
  | { type: 'missed' }
  /** The others took this one for dead: its claims are no longer its own. */
  | { type: 'void' }
  /** Another service has joined. */
  | { type: 'came' }
  /** Other services are dead: their claims are to be released. */
  | { type: 'lost' }
  /** Another service leads now; it may be this one. */
  | { type: 'lead' };

/** A running service. */
export type NodeView = {
  id: string;
  name: string;
  version: string;
  url: string;
  works: boolean;
  /** Whether it is this one. */
  here: boolean;
  startedAt: number;
  seenAt: number;
  status: NodeStatus;
};

export type Nodes = {
  /** The id that this service's claims carry; null if no other service shares the database. */
  id(): string | null;
  /** Whether it leads: one service at a time does the housekeeping. */
  leads(): boolean;
  /**
   * How far the database's clock is ahead of this machine's, in ms. Several services all go by the database's clock, so
   * that stored times mean the same to each. 0 for a single service, or if the difference is small.
   */
  offsetMs(): number;
  /** Sends a message to the other services, if there are any. */
  tell(message: NodeMessage): void;
  /** Returns a function that unsubscribes. */
  listen(listener: (notice: NodeNotice) => void): () => void;
  /** How many of the services process jobs; 0 where all were started with `--no-work`. */
  working(): number;
  isThere(id: string): boolean;
  list(): Promise<NodeView[]>;
  /** What the others are told of this one. */
  describe(status: () => NodeStatus): void;
  /** Removes the dead services, in the transaction that releases their claims. */
  bury(trx: Database): Promise<void>;
  /** From now on the others know of this service. */
  join(): Promise<void>;
  stop(): Promise<void>;
};

/** A service that has its database to itself. */
export function aloneNode(): Nodes {
  return {
    id: () => null,
    leads: () => true,
    offsetMs: () => 0,
    tell: () => {},
    listen: () => () => {},
    working: () => 1,
    isThere: () => false,
    list: async () => [],
    describe: () => {},
    bury: async () => {},
    join: async () => {},
    stop: async () => {},
  };
}
