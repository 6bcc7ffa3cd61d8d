import { watchFiles } from './media/watch-files.ts';
import type { Database } from './repositories/database.ts';
import { createWatchedFileRepository } from './repositories/watched-file.repository.ts';
import { createWatchFolderService } from './services/watch-folder.service.ts';

type ServiceParts = Parameters<typeof createWatchFolderService>[0];

/** Builds the watch folder, beside the composition root. It never looks into the program's own folder. */
export function createWatchFolder({
  db,
  dataDir,
  ...parts
}: { db: Database; dataDir: string } & Omit<ServiceParts, 'watch' | 'watched'>) {
  return createWatchFolderService({
    ...parts,
    watch: (folder, listeners) => watchFiles(folder, { ...listeners, except: dataDir }),
    watched: createWatchedFileRepository(db),
  });
}
