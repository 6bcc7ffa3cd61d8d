/** Which entries of the data folder the database knows, and for how long it spares what it knows to be unused. */
import type { Database } from '../database.ts';
import { createSettingsRepository } from '../settings.repository.ts';
import { batches } from '../sql-dialect.ts';
import type { OwnEntry } from './data-folder.ts';

/** Stored with the settings, although users do not see it there. */
const KEPT_UNTIL = 'unused_uploads_kept_until';

/** Until when unused uploads are not deleted; 0 if they are. */
export async function keptUntil(db: Database): Promise<number> {
  const until = (await createSettingsRepository(db).all())[KEPT_UNTIL];
  return typeof until === 'number' ? until : 0;
}

export const keepUntil = (db: Database, until: number): Promise<void> =>
  createSettingsRepository(db).save({ [KEPT_UNTIL]: until });

/** Those that it does not know; `unfinished` are uploads of which it knows that they had begun. */
export async function findUnknown(
  db: Database,
  entries: readonly OwnEntry[],
): Promise<{ unknown: OwnEntry[]; unfinished: Set<string> }> {
  const [known, unfinished] = [new Set<string>(), new Set<string>()];
  const services = await db.selectFrom('services').select('id').execute();
  const there = new Set(services.map(({ id }) => id));
  for (const some of batches(entries)) {
    const names = some.map(({ name }) => name);
    const [jobs, files, removals] = [
      await db.selectFrom('transcriptions').select('id').where('id', 'in', names).execute(),
      await db.selectFrom('files').select('id').where('id', 'in', names).execute(),
      await db
        .selectFrom('removals')
        .selectAll()
        .where('name', 'in', [...names, ...names.map((name) => `${name}.part`)])
        .execute(),
    ];
    for (const { id } of jobs) known.add(`work/${id}`).add(`recordings/${id}`);
    for (const { id } of files) known.add(`files/${id}`);
    for (const { folder, name, serviceId } of removals) {
      const isUnderWay = serviceId !== null && there.has(serviceId);
      if (name.endsWith('.part') && !isUnderWay) unfinished.add(name.slice(0, -'.part'.length));
      else known.add(`${folder}/${name.replace(/\.part$/, '')}`);
    }
  }
  const unknown = entries.filter(({ folder, name }) => !known.has(`${folder}/${name}`));
  return { unknown, unfinished };
}
