import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export type CommitGroup = <Result>(work: (trx: Database) => Promise<Result>) => Promise<Result>;

type Member = {
  run(trx: Database): Promise<void>;
  /** Answers whoever asked for the work. */
  settle(): void;
  fail(reason: unknown): void;
};

/**
 * Runs what comes at the same time in one transaction, because every commit waits for the disk. Each work is all or
 * nothing by itself and is answered only once it is stored; when the commit fails, all of them fail with it.
 */
export function createCommitGroup(db: Database): CommitGroup {
  let waiting: Member[] = [];

  const commit = async (): Promise<void> => {
    // One turn of the event loop, in which every request that has arrived gets as far as this.
    await setImmediate();
    const members = waiting;
    waiting = [];
    try {
      await db.transaction().execute(async (trx) => {
        for (const member of members) await member.run(trx);
      });
      for (const member of members) member.settle();
    } catch (error) {
      for (const member of members) member.fail(error);
    }
  };

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push(toMember(work, resolve, reject));
      if (waiting.length === 1) void commit();
    });
}

function toMember<Result>(
  work: (trx: Database) => Promise<Result>,
  resolve: (result: Result) => void,
  reject: (reason: unknown) => void,
): Member {
  let settle = () => {};
  return {
    async run(trx) {
      await sql`SAVEPOINT member`.execute(trx);
      try {
        const result = await work(trx);
        settle = () => resolve(result);
      } catch (error) {
        await sql`ROLLBACK TO member`.execute(trx);
        settle = () => reject(error);
      }
      await sql`RELEASE member`.execute(trx);
    },
    settle: () => settle(),
    fail: reject,
  };
}
