import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MAX_TRANSCRIPT_BYTES } from '../../../shared/imports/given-transcript.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../principal.ts';
import type { FileService } from '../sources/file.service.ts';

/** Reads a transcript, a file on this disk or its bytes, outside this thread, whatever it holds. @throws transcript_… */
export type CheckTranscript = (
  read: () => Promise<string | Uint8Array>,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Checks a transcript that a request gives with its recording. An unusable one is deleted.
 *
 * @throws not_found, invalid_request for what is no upload, transcript_…
 */
export async function checkGivenTranscript(
  {
    files,
    check,
  }: { files: FileService; check: (read: () => Promise<string | Uint8Array>) => Promise<void> },
  { url, transcript }: { url: string; transcript: string },
  principal: Principal,
): Promise<void> {
  const upload = await files.resolve(transcript, principal).catch(nameParam);
  if (upload === null || transcript === url) {
    const message =
      'Upload the transcript as a file of its own, and give the `url` of that upload.';
    throw new AppError('invalid_request', { param: 'transcript', message });
  }
  try {
    requireSize(upload.bytes);
    await check(() => files.whole(transcript));
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('transcript_')) throw error;
    await files.removeUnusedAt(transcript);
    throw new AppError(error.code, { param: 'transcript', message: error.message });
  }
}

/** @throws transcript_… */
export async function checkTranscriptFile(path: string, check: CheckTranscript): Promise<void> {
  const { size } = await stat(path);
  requireSize(size);
  await check(async () => resolve(path), new AbortController().signal);
}

function requireSize(bytes: number): void {
  if (bytes > MAX_TRANSCRIPT_BYTES) throw new AppError('transcript_too_large');
}

function nameParam(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  throw new AppError('not_found', { param: 'transcript', message: error.message });
}
