import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** At start-up: removes what a crash may have left of jobs that are over and of uploads that broke off. */
export async function sweepFolders({
  workDir,
  filesDir,
  recordingsDir,
  unfinished,
  fileIds,
  completed,
}: {
  workDir: string;
  filesDir: string;
  recordingsDir: string;
  unfinished: () => Promise<Set<string>>;
  fileIds: () => Promise<Set<string>>;
  completed: () => Promise<Set<string>>;
}): Promise<void> {
  await removeOthers(workDir, await unfinished());
  await removeOthers(filesDir, await fileIds());
  await removeOthers(recordingsDir, await completed());
}

async function removeOthers(folder: string, keep: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const stale = names.filter((name) => !keep.has(name));
  await Promise.all(stale.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
