/**
 * Durable work as tasks. A row is the truth about a recording or an event; a task is a permit to work on it. One database
 * file has one service, which claims in memory; several services on PostgreSQL share pg-boss.
 */
import type { Database } from '../database.ts';

/**
 * What there is to do. `webhook`: send the event with this key. `window`: transcribe the window with this key, which is
 * the transcription's id, a slash and the window's index. `transcription`: a recording that is fetched or transcribed now
 * has one, held by the service that does; one that is to be claimed was left by a service that was silent. `housekeeping`:
 * there is one, for what one of several services does for all.
 */
export type TaskKind = 'webhook' | 'window' | 'transcription' | 'housekeeping';

/** How many tasks of one group are held at the same time. */
export const GROUP_LIMITS: Record<TaskKind, number> = {
  webhook: 2,
  window: Infinity,
  transcription: Infinity,
  housekeeping: Infinity,
};

/**
 * Who works on a task elsewhere for longer has lost it, however often it shows that it lives. A worker's engine is ended
 * after ten minutes of silence; a model that takes longer to arrive is fetched to its end all the same.
 */
export const LONGEST_MS = 20 * 60_000;

export type NewTask = {
  /** Names the row that the task is about. A row has one task of a kind at most, waiting or held. */
  key: string;
  /** What `GROUP_LIMITS` counts by: the host a webhook goes to, the model a window is transcribed with. */
  group?: string;
  /** Not claimed before; left out for at once. By the service's clock. */
  dueAt?: number;
  /** Of a window: its place among all, the lowest first. */
  place?: number;
};

/** What proves that a task was claimed. */
export type Permit = {
  kind: TaskKind;
  /** Never that of another task, after a start of the service either. */
  id: string;
  /** From 1. Of two holders of a task only the one with the latest attempt can settle it. */
  attempt: number;
};
/** A claimed task. Its holder works on it until it settles, gives it back or loses it. */
export type Task = Permit & {
  key: string;
  /** How many of the attempts before have failed, and in how many the holder fell silent. */
  failures: number;
  losses: number;
};

/** Where who works on a task is: in this program, or elsewhere, from where it shows that it lives or loses the task. */
export type Holder = 'here' | 'elsewhere';

/** Thrown when a task is no longer its holder's: it was canceled, or is another's because this one was silent. */
export class LostTaskError extends Error {
  constructor({ kind, key, attempt }: Pick<Task, 'kind' | 'key' | 'attempt'>) {
    super(`Attempt ${attempt} at the task ${kind} ${key} is no longer valid.`);
    this.name = 'LostTaskError';
  }
}

export type Tasks = {
  /** Adds tasks in the transaction that stores what they are about. A key that has a task keeps that one. */
  add(trx: Database, kind: TaskKind, tasks: readonly NewTask[]): Promise<void>;
  /** Claims the next task that is due and of none of these groups; null if there is none. */
  claim(kind: TaskKind, exceptGroups?: readonly string[], holder?: Holder): Promise<Task | null>;
  /** The task that is held with this permit; null if none is. */
  find(permit: Permit): Promise<Task | null>;
  /**
   * Claims the task of this key, added where there is none, in the transaction that begins the work on it.
   * @throws LostTaskError if another holds it
   */
  take(trx: Database, kind: TaskKind, key: string): Promise<Task>;
  /**
   * Makes sure, until the transaction ends, that a task is its holder's. @throws LostTaskError, which rolls back what
   * the work begins with
   */
  hold(trx: Database, task: Task): Promise<void>;
  /** Shows that these are still worked on. Returns those that are no longer this holder's. */
  beat<Held extends Permit>(held: readonly Held[]): Promise<readonly Held[]>;
  /** Ends a task in the transaction that stores its result. @throws LostTaskError, which rolls the result back */
  settle(trx: Database, task: Task): Promise<void>;
  /** Gives a task back after an attempt that failed: it is claimed again. One that is lost stays so. */
  fail(task: Task): Promise<void>;
  /** The same where it was not tried, or not to its end: neither a failure nor a loss. */
  passOn(task: Task): Promise<void>;
  /** Ends the tasks with these keys, waiting or held, in the transaction that makes them needless. */
  cancel(trx: Database, kind: TaskKind, keys: readonly string[]): Promise<void>;
  /** Calls `wake` whenever a task of the kind may have become ready. Returns a function that ends that. */
  onReady(kind: TaskKind, wake: () => void): () => void;
};

/** Tasks as the program owns them. */
export type OpenedTasks = Tasks & {
  /** Call this when the database is open, before anything else. Takes back what services held that have ended. */
  open(ended: readonly string[]): Promise<void> | void;
  close(): Promise<void> | void;
};
