/** What creating a transcription needs, for the first one and for another version. */
import { hash } from 'node:crypto';
import { platformOfUrl } from '../../../shared/sources/platforms.ts';
import type { Transcription, Warning } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import { CREDENTIALS } from '../../core/url-credentials.ts';
import type { Core } from '../../core.ts';
import {
  createFileRepository,
  type StoredFile,
  uploadIn,
} from '../../repositories/file.repository.ts';
import type { Idempotency } from '../../repositories/jobs/idempotency.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { writeRequestNote } from '../../repositories/jobs/request-note.ts';
import type { NewJob } from '../../repositories/jobs/transcription.repository.ts';
import { ownerOf, type Principal, voiceMemoryOf } from '../principal.ts';

export type Created = {
  /** Without words. */
  transcription: Transcription;
  /** `replayed`: created before by the same request under its idempotency key; `reused`: of the same bytes or link. */
  how: 'created' | 'replayed' | 'reused';
};

export type CreateContext = {
  idempotencyKey?: string | undefined;
  /** Whether the URL may refer to this machine or its network. */
  allowPrivate?: boolean;
  /** As the check of requests has it. */
  forgiving?: boolean;
  /** What readers of its result are to know already. */
  warnings?: readonly Warning[];
};

/** The owner of a new transcription, who pays for it, and the voice memory for its speakers. */
export function ownership(principal: Principal) {
  const owner = ownerOf(principal);
  const metered = owner.keyId !== null && !owner.test;
  return { ...owner, metered, voiceMemory: voiceMemoryOf(principal, owner) };
}

/** What is known of a link's or an upload's recording before it is fetched. */
export function newRecording(url: string, upload: StoredFile | null) {
  return {
    recordingId: null,
    sourceType: upload ? 'upload' : (platformOfUrl(url) ?? 'url'),
    sourceUrl: url,
    sourceHost: upload ? null : new URL(url).host,
    sourceTitle: upload?.filename ?? hostBehindCredentials(url),
    givenTitle: null,
    sourceUploader: null,
    sourceThumbnailUrl: null,
    sourceChapters: [],
    sourceTracks: [],
    tags: [],
    favorite: false,
    projectId: null,
  };
}

/** What stands for the file's name in a URL that has none, but a user name and password; null for all others. */
function hostBehindCredentials(url: string): string | null {
  const hasPath = url.slice(url.indexOf('//') + 2).includes('/');
  return hasPath || !CREDENTIALS.test(url) ? null : new URL(url).hostname;
}

/** Replaces the error of an upload that was transcribed and then deleted. */
export function unlessRemoved(error: unknown): never {
  const gone = error instanceof AppError && error.code === 'not_found' && error.param === 'url';
  throw gone ? new AppError('recording_removed') : error;
}

/** The caller's idempotency key for a request; null if there is none. */
export function toIdempotency(
  name: string | undefined,
  request: object,
  principal: Principal,
): Idempotency | null {
  if (name === undefined) return null;
  const owner = principal.kind === 'key' ? principal.keyId : 'window';
  const requestHash = hash('sha256', JSON.stringify(request));
  return { owner, name, requestHash };
}

/**
 * Notes what is asked for beside the database, which may be damaged while Steno does not run. `begin` looks up what is
 * needed; what it returns is called with the job as soon as that is stored, and waits for nothing.
 */
export function createRequestNotes(core: Pick<Core, 'db' | 'config' | 'folders' | 'logger'>) {
  const { db, config, folders, logger } = core;
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
