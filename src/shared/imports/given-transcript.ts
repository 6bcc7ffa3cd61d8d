/** A transcript as a file gives it, and why a file cannot be taken. */
import type { ErrorCode } from '../error-catalogue.ts';
import type { TimeSpan } from '../time.ts';
import type { Word } from '../transcription/transcript.ts';

/** One speaker's words, in the pieces that have times. */
export type GivenSegment = TimeSpan & {
  speaker: string | null;
  language: string | null;
  text: string;
  pieces: readonly GivenPiece[];
};
export type GivenPiece = TimeSpan & { text: string; words: readonly Word[] | null };
/** In order of time, without overlaps. */
export type GivenTranscript = { language: string | null; segments: readonly GivenSegment[] };

type TranscriptFault = Extract<ErrorCode, `transcript_${string}`>;

/** Why a file cannot be taken; the message names the place, or is null for the catalogue's. */
export class TranscriptFileError extends Error {
  readonly code: TranscriptFault;
  readonly place: string | null;

  constructor(code: TranscriptFault, place: string | null = null) {
    super(place ?? code);
    this.name = 'TranscriptFileError';
    this.code = code;
    this.place = place;
  }
}
