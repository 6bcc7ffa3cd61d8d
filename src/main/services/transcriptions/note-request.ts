import type { Core } from '../../core.ts';
import { createFileRepository, uploadIn } from '../../repositories/file.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { writeRequestNote } from '../../repositories/jobs/request-note.ts';
import type { NewJob } from '../../repositories/jobs/transcription.repository.ts';

/**
 * Notes what is asked for beside the database, which may be damaged while Steno does not run. `begin` looks up what is
 * needed; what it returns is called with the job as soon as that is stored, and waits for nothing.
 */
export function createRequestNotes({
  db,
  config,
  folders,
  logger,
}: Pick<Core, 'db' | 'config' | 'folders' | 'logger'>) {
  const files = createFileRepository(db);
  return {
    async begin({ sourceUrl, options }: Pick<NewJob, 'sourceUrl' | 'options'>) {
      // Rows in PostgreSQL have a log of their own, and services without a common work folder.
      if (config.database !== null) return () => {};
      const ids = [sourceUrl, options.transcript ?? ''].flatMap((url) => uploadIn(url) ?? []);
      const uploads = ids.length === 0 ? [] : await files.findAll(ids);
      return (job: Job): void => {
        try {
          writeRequestNote(folders, { job, uploads });
        } catch (error) {
          logger.warn({ transcriptionId: job.id, err: error }, 'the request could not be noted');
        }
      };
    },
  };
}
