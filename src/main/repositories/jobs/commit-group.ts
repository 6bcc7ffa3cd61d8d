import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

type CommitGroup = <Result>(work: (trx: Database) => Promise<Result>) => Promise<Result>;

type Member = {
  run(trx: Database): Promise<void>;
  /** Resolves or rejects the caller's promise. */
  settle(): void;
  fail(reason: unknown): void;
};

/**
 * Groups concurrent work into one transaction, because every commit waits for the disk. Each work is atomic by itself
 * and resolves only once it is stored; if the commit fails, all of them reject.
 */
export function createCommitGroup(db: Database): CommitGroup {
  let waiting: Member[] = [];

  const commit = async (): Promise<void> => {
    // One turn of the event loop, in which every request that has arrived reaches this point.
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
