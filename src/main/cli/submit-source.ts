import { openAsBlob } from 'node:fs';
import type { Client } from '../../shared/client.ts';
import { FIRST_BYTES, isNoRecording } from '../../shared/sources/first-bytes.ts';
import type {
  CreateTranscriptionInput,
  Transcription,
} from '../../shared/transcription/transcription.ts';
import { AppError } from '../core/errors.ts';
import { deniedSentence, toAppError } from '../core/system-errors.ts';
import { isLink, nameOf, withFile } from './read-source.ts';

export type SubmitOptions = Pick<
  CreateTranscriptionInput,
  | 'language'
  | 'structure'
  | 'model'
  | 'speaker_recognition'
  | 'speakers_expected'
  | 'track'
  | 'vocabulary'
  | 'spelling'
  | 'translate'
  | 'transcript'
  | 'project_id'
> & {
  /** Transcribes again what was transcribed before with the same options. */
  again: boolean;
};

/**
 * Creates a transcription of a link, or of a file, which is uploaded first. `found` means that it existed already: for
 * the same bytes or link, with the same options.
 */
export async function submitSource(
  client: Client,
  source: string,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<{ transcription: Transcription; found: boolean }> {
  return submitUrl(client, await toServiceUrl(client, source, signal), options);
}

/** The same for a link or an upload. */
export async function submitUrl(
  client: Client,
  url: string,
  { again, ...wanted }: SubmitOptions,
): Promise<{ transcription: Transcription; found: boolean }> {
  const asked = { ...wanted, url };
  if (!again) return client.createOrFindTranscription(asked);
  return { transcription: await client.createTranscription(asked), found: false };
}

/** A link unchanged; for a file or a pipe, the URL of its upload. */
export async function toServiceUrl(
  client: Client,
  source: string,
  signal: AbortSignal,
): Promise<string> {
  if (isLink(source)) return source;
  return withFile(
    source,
    async (path) => {
      const first = await (await openAsBlob(path)).slice(0, FIRST_BYTES).arrayBuffer();
      if (isNoRecording(new Uint8Array(first))) throw new AppError('unsupported_media');
      return upload(client, path, nameOf(source), signal);
    },
    signal,
  );
}

/** The URL of a local file once it is uploaded, whatever it is. */
export async function upload(
  client: Client,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  return (await client.uploadFile(await openAsBlob(path), name, signal)).url;
}

/** Runs a command's work on several items, so that one failure does not stop the others. */
export function createAttempts(
  /** Called with a line about each failure. */
  tell: (line: string) => void,
  /** Once aborted, nothing more is attempted, and aborted work is not a failure. */
  signal?: AbortSignal,
) {
  let failures = 0;
  const fail = (what: string, reason: unknown): void => {
    failures++;
    tell(`${what}: ${sentenceFor(reason)}`);
  };
  return {
    fail,
    /** The result of the work, or null if it failed. */
    async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | null> {
      if (signal?.aborted) return null;
      try {
        return await work();
      } catch (error) {
        if (!signal?.aborted) fail(what, error);
        return null;
      }
    },
    failures: () => failures,
  };
}

export function sentenceFor(thrown: unknown): string {
  const { code, message } = toAppError(thrown);
  if (code !== 'internal') return message;
  const denied = deniedSentence(thrown);
  if (denied !== null) return denied;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
