import { AppError } from '../../core/errors.ts';
import type { Database } from '../../repositories/database.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { type Principal, viewOf } from '../principal.ts';

/** Finds a completed transcription that the caller may see. @throws not_found, wrong_state */
export function completedFinder(db: Database) {
  const transcriptions = createTranscriptionRepository(db);
  return async (id: string, principal: Principal): Promise<Job> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found');
    if (job.status === 'completed') return job;
    throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
  };
}
