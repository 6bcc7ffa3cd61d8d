import { ERRORS } from '../../../shared/error-catalogue.ts';
import {
  isTranscriptName,
  MAX_TRANSCRIPT_BYTES,
  TranscriptFileError,
} from '../../../shared/imports/given-transcript.ts';
import { uploadFile } from './client.ts';

type Pair = { file: File; transcript: File | null };

/** Recordings with the transcripts named like them, or one of each whatever their names; `alone` are the others. */
export function pairTranscripts(files: readonly File[]): { pairs: Pair[]; alone: File[] } {
  const transcripts = files.filter(({ name }) => isTranscriptName(name));
  const recordings = files.filter((file) => !transcripts.includes(file));
  const [only] = transcripts;
  if (only && transcripts.length === 1 && recordings.length === 1) {
    return { pairs: recordings.map((file) => ({ file, transcript: only })), alone: [] };
  }
  const left = new Set(transcripts);
  const pairs = recordings.map((file): Pair => {
    const transcript = [...left].find(({ name }) => stemOf(name) === stemOf(file.name)) ?? null;
    if (transcript) left.delete(transcript);
    return { file, transcript };
  });
  return { pairs, alone: [...left] };
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '').toLowerCase();

/** Its URL at the service, or the reason why it cannot be used, as a sentence. */
export async function sendTranscript(
  file: File,
  signal: AbortSignal,
): Promise<{ url: string } | { refusal: string }> {
  try {
    if (file.size > MAX_TRANSCRIPT_BYTES) throw new TranscriptFileError('transcript_too_large');
    // Few ever need what reads all formats.
    const { readTranscript } = await import('../../../shared/imports/read-transcript.ts');
    readTranscript(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (!(error instanceof TranscriptFileError)) throw error;
    return { refusal: `${file.name}: ${error.place ?? ERRORS[error.code].message}` };
  }
  return { url: (await uploadFile(file, { signal, onProgress: () => {} })).url };
}
