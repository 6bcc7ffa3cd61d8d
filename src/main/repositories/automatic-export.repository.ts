import { z } from 'zod';
import type { AutomaticExportStatus } from '../../shared/exports/automatic-export.ts';
import { ExportFormat } from '../../shared/exports/export-options.ts';
import type { Warning } from '../../shared/transcription/transcription.ts';
import type { Database } from './database.ts';
import type { Job } from './jobs/job.ts';
import { replaceWarnings } from './jobs/stored-warnings.ts';
import { projectOf } from './project.repository.ts';
import { dialectOf } from './sql-dialect.ts';
import type { Row } from './tables.ts';

/** A file of an export: recorded before it gets its name, so that a crash in between makes no second one. */
const ExportedFile = z.object({
  format: ExportFormat,
  name: z.string(),
  sha256: z.string(),
  placed: z.boolean(),
});
export type ExportedFile = z.infer<typeof ExportedFile>;
const ExportedFiles = z.array(ExportedFile);

/** The files of a finished transcription being written. `attempts` includes this one. */
export type Exporting = Pick<Row<'automaticExports'>, 'attempts' | 'folder'> & {
  id: string;
  files: ExportedFile[];
};

type ClaimTimes = { now: number; latest: number; dueAgain: (attempts: number) => number };

/** Automatic exports that are due; they survive restarts. */
export function createAutomaticExportRepository(db: Database) {
  const due = (id: string, from: Database = db) =>
    from.updateTable('automaticExports').where('transcriptionId', '=', id);

  return {
    /**
     * Claims the export that has waited longest; one whose text a language model is improving waits for that. The
     * caller runs one at a time. An attempt without an end is due again as `dueAgain` says. An export due after `latest` was
     * postponed before the clock was set back.
     */
    async claim({ now, latest, dueAgain }: ClaimTimes): Promise<Exporting | null> {
      const next = await db
        .selectFrom('automaticExports')
        .selectAll()
        .where(({ eb, or }) => or([eb('dueAt', '<=', now), eb('dueAt', '>', latest)]))
        .where('transcriptionId', 'not in', ({ selectFrom }) =>
          selectFrom('structurings').select('transcriptionId').where('dueAt', '<=', now),
        )
        .orderBy('dueAt')
        .orderBy('transcriptionId')
        .limit(1)
        .executeTakeFirst();
      if (!next) return null;
      const attempts = next.attempts + 1;
      await due(next.transcriptionId)
        .set({ attempts, dueAt: dueAgain(attempts) })
        .execute();
      const { transcriptionId: id, folder, files } = next;
      return { id, attempts, folder, files: ExportedFiles.parse(JSON.parse(files)) };
    },

    async note({ id, folder, files }: Exporting): Promise<void> {
      await due(id)
        .set({ folder, files: JSON.stringify(files) })
        .execute();
    },

    /** Returns it to the queue as if the attempt had not started. */
    async release({ id, attempts }: Exporting, now: number): Promise<void> {
      await due(id)
        .set({ attempts: attempts - 1, dueAt: now })
        .execute();
    },

    /** Tries again later, with a warning until then. Returns whether the warning is new. */
    postpone: ({ id, attempts }: Exporting, dueAt: number, problem: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await due(id, trx).set({ dueAt, attempts, problem }).execute();
        return warn(trx, id, problem);
      }),

    /** The export is over; with a problem it was given up. Returns whether the warnings changed. */
    end: ({ id }: Exporting, problem: string | null = null): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('automaticExports').where('transcriptionId', '=', id).execute();
        return warn(trx, id, problem);
      }),

    /** Tries all failed exports again at once, except those that may have stopped the service. */
    async retryAll(now: number): Promise<void> {
      await db
        .updateTable('automaticExports')
        .set({ dueAt: now })
        .where('problem', 'is not', null)
        .execute();
    },

    /** How many exports are due, and why the last failed one failed. */
    async status(): Promise<AutomaticExportStatus> {
      const { count } = await db
        .selectFrom('automaticExports')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const last = await db
        .selectFrom('automaticExports')
        .select('problem')
        .where('problem', 'is not', null)
        .orderBy('dueAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { waiting: count, problem: last?.problem ?? null };
    },
  };
}

/** In the transaction that completes a job: an export is due if its project or the settings ask for one, except with test keys. */
export async function requestExport(trx: Database, job: Job, at: number): Promise<void> {
  if (job.test) return;
  const project = job.projectId === null ? null : await projectOf(trx, job.projectId);
  const wanted = await trx
    .selectFrom('settings')
    .select('name')
    .where('name', '=', 'auto_export')
    .where('value', '!=', 'null')
    .executeTakeFirst();
  if (!wanted && !project?.auto_export) return;
  await trx
    .insertInto('automaticExports')
    .values({ transcriptionId: job.id, dueAt: at })
    .onConflict((conflict) => conflict.column('transcriptionId').doNothing())
    .execute();
}

/** Replaces the warning about the export; null removes it. */
async function warn(trx: Database, id: string, problem: string | null): Promise<boolean> {
  const stored = trx.selectFrom('transcriptions').select('warnings').where('id', '=', id);
  const row = await dialectOf(trx).locked(stored).executeTakeFirst();
  if (!row) return false;
  const own: Warning[] = problem === null ? [] : [{ code: 'export_failed', message: problem }];
  const warnings = replaceWarnings(row.warnings, ['export_failed'], own);
  if (warnings === row.warnings) return false;
  await trx.updateTable('transcriptions').set({ warnings }).where('id', '=', id).execute();
  return true;
}
