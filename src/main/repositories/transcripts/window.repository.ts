/** Windows as tasks: asked by the service that plans a recording, transcribed by whoever claims them. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { TimeSpan } from '../../../shared/time.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { assertClaim, type Claim } from '../jobs/job.repository.ts';
import { batches, dialectOf } from '../sql-dialect.ts';
import type { NextRow } from '../tasks/sqlite-tasks.ts';
import type { Task, Tasks } from '../tasks/tasks.ts';
import { noteHeadway, type WindowResult, writeWindow } from './write-window.ts';

export const WindowAsk = z.object({
  model: z.object({
    name: z.string(),
    sha256: z.string(),
    architecture: z.enum(['whisper', 'parakeet']),
  }),
  language: z.string(),
  /** Sets the spelling of names and terms. */
  prompt: z.string().nullable(),
  translate: z.boolean(),
  /** Whether it should have all lanes of the machine that planned it. */
  alone: z.boolean(),
});
export type WindowAsk = z.infer<typeof WindowAsk>;

/** A window with a task; times are within the recording. */
export type AskedWindow = TimeSpan & {
  /** Of its transcription. */
  id: string;
  index: number;
  ask: WindowAsk;
  /** Whether a text in another language than the spoken one is kept for it. */
  hasDrift: boolean;
};

/** What became of a window since it was asked. */
export type WindowState = {
  index: number;
  /** Whether somebody is to transcribe it. */
  waits: boolean;
  done: boolean;
  /** As JSON. */
  drift: string | null;
};

/**
 * What is stored of a window: its words, or a text in another language than the spoken one, as JSON, for the service that
 * planned the window to judge. Null leaves it as it is.
 */
export type Settlement = { result: Omit<WindowResult, 'index'> } | { drift: string } | null;

const windowKey = (id: string, index: number): string => `${id}/${index}`;

export type WindowRepository = ReturnType<typeof createWindowRepository>;

export function createWindowRepository(db: Database, tasks: Tasks) {
  return {
    /**
     * Asks for these windows, in the order of their places: the next of a recording comes after the next of every
     * other, and the more recordings one owner has under way, the fewer of each.
     */
    async ask(
      claim: Claim,
      windows: readonly { index: number; ask: WindowAsk }[],
      now: number,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        const { first, step } = await nextPlace(trx, claim.id);
        failpoint('windows.asking');
        const alike = Map.groupBy(windows, ({ ask }) => JSON.stringify(ask));
        const [start = 0] = windows.map(({ index }) => index);
        for (const [asked, group] of alike) {
          for (const some of batches(group)) {
            const indexes = some.map(({ index }) => index);
            const rows = await trx
              .updateTable('windows')
              .set({
                asked,
                askedAt: now,
                place: sql<number>`${first} + (idx - ${start}) * ${step}`,
              })
              .where('transcriptionId', '=', claim.id)
              .where('idx', 'in', indexes)
              // Another service may have stored some of them meanwhile.
              .where('done', '=', 0)
              .returning('idx')
              .execute();
            const added = rows.map(({ idx }) => ({
              key: windowKey(claim.id, idx),
              group: readAsk(asked).model.name,
              place: first + (idx - start) * step,
            }));
            await tasks.add(trx, 'window', added);
          }
        }
      });
      failpoint('windows.asked');
    },

    /** Null if nobody wants it any more. */
    asked: (key: string): Promise<AskedWindow | null> => findAsked(db, key),

    /**
     * Ends a task in the transaction that stores what came of its window; null if nobody wants that any more.
     * @throws LostTaskError
     */
    async settle(
      task: Task,
      decide: (window: AskedWindow) => Settlement,
    ): Promise<AskedWindow | null> {
      const settled = await db.transaction().execute(async (trx) => {
        const { id } = readKey(task.key);
        // The transcription's row first: who cancels it locks in the same order.
        const wanted = trx
          .selectFrom('transcriptions')
          .select('crashes')
          .where('id', '=', id)
          .where('status', 'in', ['queued', 'processing']);
        const job = await dialectOf(trx).kept(wanted).executeTakeFirst();
        const window = job ? await findAsked(trx, task.key) : null;
        await tasks.settle(trx, task);
        if (!job || !window) return null;
        await storeSettlement(trx, window, decide(window));
        return { window, hadCrashed: job.crashes > 0 };
      });
      failpoint('window.stored');
      if (settled?.hadCrashed) await noteHeadway(db, settled.window.id);
      return settled?.window ?? null;
    },

    async states(id: string): Promise<WindowState[]> {
      const rows = await db
        .selectFrom('windows')
        .select(['idx as index', 'done', 'drift', sql<number>`asked IS NOT NULL`.as('waits')])
        .where('transcriptionId', '=', id)
        .orderBy('idx')
        .execute();
      return rows.map((row) => ({ ...row, waits: Boolean(row.waits), done: row.done === 1 }));
    },

    /** What is to be told of how windows were transcribed. */
    async notes(id: string): Promise<{ machines: string[]; rescued: boolean }> {
      const rows = await db
        .selectFrom('windows')
        .select(['machine', 'rescued'])
        .distinct()
        .where('transcriptionId', '=', id)
        .execute();
      const machines = rows.flatMap(({ machine }) => machine ?? []);
      return {
        machines: [...new Set(machines)].sort(),
        rescued: rows.some(({ rescued }) => rescued === 1),
      };
    },
  };
}

/** Withdraws what is asked for a transcription, in the transaction that ends it. */
export async function withdrawWindows(
  trx: Database,
  tasks: Pick<Tasks, 'cancel'>,
  id: string,
): Promise<void> {
  const rows = await trx
    .updateTable('windows')
    .set({ asked: null, place: null })
    .where('transcriptionId', '=', id)
    .where('asked', 'is not', null)
    .returning('idx')
    .execute();
  const keys = rows.map(({ idx }) => windowKey(id, idx));
  if (keys.length > 0) await tasks.cancel(trx, 'window', keys);
}

/** The window to transcribe next, in a database file. */
export const nextWindow: NextRow = async (db, { exceptKeys, exceptGroups }) => {
  const key = sql<string>`transcription_id || '/' || idx`;
  const row = await db
    .selectFrom('windows')
    .innerJoin('transcriptions', 'transcriptions.id', 'windows.transcriptionId')
    .select([key.as('key'), 'asked'])
    .where('asked', 'is not', null)
    .where('transcriptions.status', '=', 'processing')
    .where(key, 'not in', ['', ...exceptKeys])
    .where(sql`json_extract(asked, '$.model.name')`, 'not in', ['', ...exceptGroups])
    .orderBy('place')
    .orderBy('transcriptionId')
    .orderBy('idx')
    .limit(1)
    .executeTakeFirst();
  return row?.asked ? { key: row.key, group: readAsk(row.asked).model.name } : null;
};

const readAsk = (json: string): WindowAsk => WindowAsk.parse(JSON.parse(json));

function readKey(key: string): { id: string; index: number } {
  const [id = '', index] = key.split('/');
  return { id, index: Number(index) };
}

async function findAsked(db: Database, key: string): Promise<AskedWindow | null> {
  const { id, index } = readKey(key);
  const row = await db
    .selectFrom('windows')
    .select(['startMs', 'endMs', 'asked', 'drift'])
    .where(({ and }) => and({ transcriptionId: id, idx: index }))
    .where('asked', 'is not', null)
    .executeTakeFirst();
  if (!row?.asked) return null;
  const { startMs, endMs, drift } = row;
  return { id, index, startMs, endMs, ask: readAsk(row.asked), hasDrift: drift !== null };
}

async function storeSettlement(
  trx: Database,
  { id, index }: AskedWindow,
  settlement: Settlement,
): Promise<void> {
  if (settlement !== null && 'result' in settlement) {
    return writeWindow(trx, id, { ...settlement.result, index });
  }
  await trx
    .updateTable('windows')
    .set({ asked: null, place: null, ...settlement })
    .where(({ and }) => and({ transcriptionId: id, idx: index }))
    .execute();
}

/**
 * Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996): a recording begins at the place that is being served.
 * Where others wait too, it takes one place in as many as its owner has recordings under way.
 */
async function nextPlace(trx: Database, id: string): Promise<{ first: number; step: number }> {
  const { place } = await trx
    .selectFrom('windows')
    .select(({ fn }) => fn.min('place').as('place'))
    .where('asked', 'is not', null)
    .where('transcriptionId', '!=', id)
    .executeTakeFirstOrThrow();
  const underWay = await trx
    .selectFrom('transcriptions')
    .select(['id', 'keyId'])
    .where('status', '=', 'processing')
    .where(
      'id',
      'in',
      trx.selectFrom('windows').select('transcriptionId').where('asked', 'is not', null),
    )
    .execute();
  const { keyId: owner } = await trx
    .selectFrom('transcriptions')
    .select('keyId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const own = underWay.filter((one) => one.keyId === owner && one.id !== id);
  const isShared = underWay.some(({ keyId }) => keyId !== owner);
  return { first: Number(place ?? 0), step: isShared ? own.length + 1 : 1 };
}
