import { DETECT } from '../../../shared/languages.ts';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { TranscribeAgain } from '../../../shared/transcription/transcribe-again.ts';
import {
  CreateTranscription,
  type Transcription,
} from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Idempotency } from '../../repositories/jobs/idempotency.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import {
  createTranscriptionRepository,
  type Inserted,
  type NewJob,
  type Reuse,
} from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { jobFor } from '../hide-secrets.ts';
import type { Principal } from '../principal.ts';
import {
  type CreateContext,
  type Created,
  ownership,
  toIdempotency,
  unlessRemoved,
} from './new-transcription.ts';
import type { CheckRequest } from './request-check.ts';

type NextVersionPorts = {
  /** @throws not_found */
  required: (id: string, principal: Principal) => Promise<Job>;
  newIdentity: () => Pick<NewJob, 'id' | 'subtitleToken' | 'createdAt'>;
  insert: (
    job: NewJob,
    principal: Principal,
    same: { idempotency: Idempotency | null; reuse: Reuse | null },
  ) => Promise<Created>;
  replayed: (idempotency: Idempotency) => Promise<Inserted | null>;
  toCreated: (inserted: Inserted, principal: Principal) => Promise<Created>;
  checkRequest: CheckRequest;
};

type OfSame = Pick<CreateContext, 'idempotencyKey'>;

/** What is made of a recording after a transcription of it has ended; that one stays unchanged. */
export function createNextVersions(
  { db }: Pick<Core, 'db'>,
  { required, newIdentity, insert, replayed, toCreated, checkRequest }: NextVersionPorts,
) {
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);

  const requireFailed = (job: Job, message: string): void => {
    if (job.status !== 'failed') throw new AppError('wrong_state', { message });
  };

  const requireIncomplete = async (job: Job): Promise<void> => {
    if (job.status !== 'completed') {
      const message =
        'Only a transcription that failed, was canceled or lacks parts can be continued.';
      return requireFailed(job, message);
    }
    const { failed } = await transcripts.coverage(job.id);
    if (failed.length > 0) return;
    const message = 'Nothing is missing from this transcription. Transcribe it again instead.';
    throw new AppError('wrong_state', { message });
  };

  return {
    /** Creates a new transcription with the options and owner of a failed one. @throws wrong_state */
    async retry(id: string, principal: Principal): Promise<Transcription> {
      const failed = await required(id, principal);
      requireFailed(failed, 'Only a failed transcription can be retried.');
      const versions = await transcriptions.versions(failed.recordingId, EVERYTHING);
      const recordingId = versions.length > 1 ? failed.recordingId : null;
      const same = { idempotency: null, reuse: null };
      const retried = { ...failed, ...newIdentity(), recordingId };
      const { transcription } = await insert(retried, principal, same);
      return transcription;
    },

    /**
     * Takes up one that failed where it stopped, or transcribes the parts that a completed one lacks: another version of
     * the recording, with the same options and owner, that begins with the text there is.
     * @throws wrong_state, recording_removed, insufficient_points, invalid_request for a model that is gone
     */
    async continue(
      id: string,
      principal: Principal,
      { idempotencyKey }: OfSame = {},
    ): Promise<Created> {
      const idempotency = toIdempotency(idempotencyKey, { continue: id }, principal);
      const before = idempotency && (await replayed(idempotency));
      if (before) return toCreated(before, principal);
      const earlier = await required(id, principal);
      await requireIncomplete(earlier);
      const { options, sourceUrl: url } = earlier;
      const language = options.language ?? DETECT;
      // Its webhook was accepted when it was created, perhaps from another caller.
      const asked = CreateTranscription.parse({ ...options, language, url, webhook_url: null });
      const how = { allowPrivate: true, forgiving: true };
      await checkRequest(asked, principal, how).catch(unlessRemoved);
      // The parts that a completed one lacks were paid for with it.
      const metered = earlier.metered && earlier.status === 'failed';
      const job = { ...earlier, ...newIdentity(), metered, continues: id };
      return insert(job, principal, { idempotency, reuse: null });
    },

    /**
     * Creates another version of a recording whose transcription has ended, with the requested changes. It belongs to
     * the caller.
     * @throws wrong_state, recording_removed, as `create`
     */
    async again(
      id: string,
      request: TranscribeAgain,
      principal: Principal,
      { idempotencyKey }: OfSame = {},
    ): Promise<Created> {
      const idempotency = toIdempotency(idempotencyKey, { again: id, ...request }, principal);
      const earlier = idempotency && (await replayed(idempotency));
      if (earlier) return toCreated(earlier, principal);
      const before = jobFor(principal, await required(id, principal));
      if (!isTerminal(before.status)) {
        throw new AppError('wrong_state', {
          message: 'The transcription is not over yet. Wait for its end, or cancel it.',
        });
      }
      const { options: same, sourceUrl: url } = before;
      const language = same.language ?? DETECT;
      const asked = CreateTranscription.parse({
        ...same,
        language,
        ...request,
        url,
        // A recording whose transcript was given is transcribed now.
        transcript: null,
        project_id: before.projectId,
      });
      // The earlier options already contain those of the project and the settings.
      const how = { allowPrivate: true, forgiving: true };
      const { options } = await checkRequest(asked, principal, how).catch(unlessRemoved);
      const job = { ...before, ...newIdentity(), ...ownership(principal), options };
      return insert(job, principal, { idempotency, reuse: null });
    },
  };
}
