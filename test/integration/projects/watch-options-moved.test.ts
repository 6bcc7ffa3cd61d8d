/** What an older version had set for the watch folder becomes a project. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../src/main/repositories/migrations/migrations.ts';
import { createSettingsRepository } from '../../../src/main/repositories/settings.repository.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';

/** The last version without projects. */
const BEFORE = SQLITE_MIGRATIONS.slice(0, 3);

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTempFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function startAfter(settings: Record<string, unknown>) {
  const { db, close } = openDatabase(dataDir, { migrations: BEFORE });
  await createSettingsRepository(db).save({ watch_folder: null, ...settings });
  await close();
  return startTestApp({ dataDir, database: null, work: false });
}

test('names and spellings of the watch folder are those of its project', async () => {
  const app = await startAfter({
    watch_vocabulary: ['Zoë “the quick”', "d'Arcy"],
    watch_spelling: [{ from: ['zoey'], to: 'Zoë' }],
  });
  const { data } = await app.client.listProjects();
  expect(data).toMatchObject([
    {
      name: 'Watch folder',
      vocabulary: ['Zoë “the quick”', "d'Arcy"],
      spelling: [{ from: ['zoey'], to: 'Zoë' }],
      language: null,
      model: null,
      auto_export: null,
      recordings: 0,
    },
  ]);
  const { watch_project_id } = await app.client.getSettings();
  expect(watch_project_id).toBe(data[0]?.id);
  const twin = app.client.createProject({ name: 'watch FOLDER' });
  await expect(twin).rejects.toMatchObject({ code: 'project_exists' });
  await app.stop();
});

test('where there were none there is no project', async () => {
  const app = await startAfter({ watch_vocabulary: [], watch_spelling: [] });
  expect((await app.client.listProjects()).data).toEqual([]);
  expect((await app.client.getSettings()).watch_project_id).toBeNull();
  await app.stop();
});
