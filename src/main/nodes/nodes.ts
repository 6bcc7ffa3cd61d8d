/** The services on one database as a service sees them. With SQLite, or alone on PostgreSQL, there is nobody to tell. */
import type { Database } from '../repositories/database.ts';
import type { NodeMessage, NodeStatus } from './node-message.ts';

export type NodeNotice =
  /** Another service has said something. */
  | { type: 'said'; message: NodeMessage }
  /** Something that others said was not heard. */
  | { type: 'missed' }
  /** This one was taken for dead: what it had claimed is not its own any more. */
  | { type: 'void' }
  /** Another service is there. */
  | { type: 'came' }
  /** Others are dead: what they had is to be taken back. */
  | { type: 'lost' }
  /** Another service keeps house now, this one or not. */
  | { type: 'lead' };

/** A service that is there. */
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
  /** By what claims say whose they are; null where nobody shares the database. */
  id(): string | null;
  /** Whether it keeps house, which one service at a time does. */
  leads(): boolean;
  /**
   * How far the clock of the database is ahead of this machine's, in ms, which all go by where there are several: stored
   * times then mean the same to each. 0 where it is alone, or nearly right.
   */
  offsetMs(): number;
  /** Tells the others, if there are any. */
  tell(message: NodeMessage): void;
  /** Returns the function that ends it. */
  listen(listener: (notice: NodeNotice) => void): () => void;
  /** How many there are that work. */
  working(): number;
  isThere(id: string): boolean;
  list(): Promise<NodeView[]>;
  /** What the others learn of this one. */
  describe(status: () => NodeStatus): void;
  /** Removes the dead, in the transaction that takes back what they had. */
  bury(trx: Database): Promise<void>;
  /** From now on the others know of it. */
  join(): Promise<void>;
  stop(): Promise<void>;
};

/** One service that shares its database with nobody. */
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
