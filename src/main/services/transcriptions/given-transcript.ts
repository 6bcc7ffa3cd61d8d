import { readFile, stat } from 'node:fs/promises';
import { TranscriptFileError } from '../../../shared/imports/given-transcript.ts';
import { MAX_TRANSCRIPT_BYTES, readTranscript } from '../../../shared/imports/transcript-file.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../principal.ts';
import type { FileService } from '../sources/file.service.ts';

/**
 * Checks a transcript that a request gives with its recording. An unusable one is deleted.
 *
 * @throws not_found, invalid_request for what is no upload, transcript_…
 */
export async function checkGivenTranscript(
  files: FileService,
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
    if (upload.bytes > MAX_TRANSCRIPT_BYTES) throw refusal(TOO_LARGE);
    checkTranscript(await files.bytes(transcript));
  } catch (error) {
    if (error instanceof AppError) await files.removeUnusedAt(transcript);
    throw error;
  }
}

/** @throws transcript_… */
export async function checkTranscriptFile(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > MAX_TRANSCRIPT_BYTES) throw refusal(TOO_LARGE);
  checkTranscript(await readFile(path));
}

const TOO_LARGE = new TranscriptFileError('transcript_too_large');

function checkTranscript(bytes: Uint8Array): void {
  try {
    readTranscript(bytes);
  } catch (error) {
    throw error instanceof TranscriptFileError ? refusal(error) : error;
  }
}

function refusal({ code, place }: TranscriptFileError): AppError {
  return new AppError(code, { param: 'transcript', ...(place !== null && { message: place }) });
}

function nameParam(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  throw new AppError('not_found', { param: 'transcript', message: error.message });
}
