import { sql } from 'kysely';
import { ProjectOptions, type UpdateProject } from '../../shared/projects.ts';
import { spellingKey } from '../../shared/spelling/spelling.ts';
import type { Database } from './database.ts';
import { type Job, toJob } from './jobs/job.ts';
import { type Owner, seenIn, type View } from './row-visibility.ts';
import { dialectOf } from './sql-dialect.ts';
import type { Row } from './tables.ts';

/** A project as the core knows it. */
export type StoredProject = Owner &
  Omit<Row<'projects'>, keyof Owner | 'folded' | 'options'> & { options: ProjectOptions };

/** A transcription that was moved, and the project it was in before. */
export type Moved = { id: string; from: string | null };

/** Projects, and which recordings are in them. */
export function createProjectRepository(db: Database) {
  const isFree = async (
    trx: Database,
    { id, name, keyId }: Pick<StoredProject, 'id' | 'name' | 'keyId'>,
  ): Promise<boolean> => {
    const namesake = await trx
      .selectFrom('projects')
      .select('id')
      .where('folded', '=', spellingKey(name))
      .where('keyId', keyId === null ? 'is' : '=', keyId)
      .where('id', '!=', id)
      .executeTakeFirst();
    return namesake === undefined;
  };

  return {
    /** By name, with how many of the recordings in the view are in each. */
    async list(view: View): Promise<(StoredProject & { recordings: number })[]> {
      const rows = await db
        .selectFrom('projects')
        .selectAll()
        .select(recordingsIn(view))
        .where(seenIn(view, 'projects'))
        .orderBy('folded')
        .orderBy('id')
        .execute();
      return rows.map(toProject);
    },

    async find(id: string, view: View): Promise<(StoredProject & { recordings: number }) | null> {
      const row = await db
        .selectFrom('projects')
        .selectAll()
        .select(recordingsIn(view))
        .where('id', '=', id)
        .where(seenIn(view, 'projects'))
        .executeTakeFirst();
      return row ? toProject(row) : null;
    },

    /** Whether its name was free; otherwise nothing is stored. */
    insert: (project: StoredProject): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'projects');
        if (!(await isFree(trx, project))) return false;
        await trx
          .insertInto('projects')
          .values({
            ...project,
            folded: spellingKey(project.name),
            test: project.test ? 1 : 0,
            options: JSON.stringify(project.options),
          })
          .execute();
        return true;
      }),

    /** Returns what stood in the way: that there is none with this id, or another one with this name. */
    change: (
      id: string,
      { name, ...options }: UpdateProject,
    ): Promise<'missing' | 'taken' | null> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'projects');
        const row = await trx
          .selectFrom('projects')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) return 'missing';
        const after = { ...row, name: name ?? row.name };
        if (!(await isFree(trx, after))) return 'taken';
        const changed = ProjectOptions.parse({ ...toOptions(row.options), ...options });
        await trx
          .updateTable('projects')
          .set({
            name: after.name,
            folded: spellingKey(after.name),
            options: JSON.stringify(changed),
          })
          .where('id', '=', id)
          .execute();
        return null;
      }),

    /** Its recordings stay, in no project, and what comes from the watch folder goes into none. */
    remove: (id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'projects');
        await trx.deleteFrom('projects').where('id', '=', id).execute();
        await trx
          .deleteFrom('settings')
          .where(({ and }) => and({ name: 'watch_project_id', value: JSON.stringify(id) }))
          .execute();
      }),

    /** Moves the recordings of these transcriptions, with all of their versions: `jobs`. Null where the project is gone. */
    move: (
      ids: readonly string[],
      projectId: string | null,
      view: View,
    ): Promise<{ moved: Moved[]; jobs: Job[] } | null> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'projects');
        if (projectId !== null && !(await exists(trx, projectId))) return null;
        const rows = await trx
          .selectFrom('transcriptions')
          .select(['id', 'recordingId', 'projectId'])
          .where('id', 'in', [...ids])
          .where(seenIn(view, 'transcriptions'))
          .execute();
        const moving = rows.filter((row) => row.projectId !== projectId);
        if (moving.length === 0) return { moved: [], jobs: [] };
        const recordings = moving.map((row) => row.recordingId);
        const versions = await trx
          .updateTable('transcriptions')
          .set({ projectId })
          .where('recordingId', 'in', recordings)
          .returningAll()
          .execute();
        const moved = moving.map((row) => ({ id: row.id, from: row.projectId }));
        return { moved, jobs: versions.map(toJob) };
      }),
  };
}

/** What a job is given by its project; `null` where that is gone. */
export async function projectOf(db: Database, id: string): Promise<ProjectOptions | null> {
  const row = await db
    .selectFrom('projects')
    .select('options')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toOptions(row.options) : null;
}

async function exists(trx: Database, id: string): Promise<boolean> {
  const row = trx.selectFrom('projects').select('id').where('id', '=', id);
  return (await dialectOf(trx).locked(row).executeTakeFirst()) !== undefined;
}

const recordingsIn = (view: View) =>
  sql<number>`(SELECT COUNT(DISTINCT t.recording_id) FROM transcriptions t
    WHERE t.project_id = projects.id AND t.trashed_at IS NULL AND ${seenIn(view, 't')})`.as(
    'recordings',
  );

/** Options that another version stored are as good as none. */
function toOptions(stored: string): ProjectOptions {
  const none = { language: null, model: null, vocabulary: [], spelling: [], auto_export: null };
  return ProjectOptions.parse({ ...none, ...JSON.parse(stored) });
}

function toProject({ folded: _folded, ...row }: Row<'projects'> & { recordings: number }) {
  return { ...row, test: row.test === 1, options: toOptions(row.options) };
}
