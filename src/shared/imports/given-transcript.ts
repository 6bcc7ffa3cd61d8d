/** A transcript as a file gives it, and why a file cannot be taken. */
import type { ErrorCode } from '../error-catalogue.ts';
import type { TimeSpan } from '../time.ts';
import { nameReader } from '../transcription/given-names.ts';
import { MAX_SPEAKER_NAME } from '../transcription/speakers.ts';
import type { Word } from '../transcription/transcript.ts';

/** One speaker's words, in the pieces that have times. */
export type GivenSegment = TimeSpan & {
  speaker: string | null;
  language: string | null;
  text: string;
  pieces: readonly GivenPiece[];
};
export type GivenPiece = TimeSpan & { text: string; words: readonly Word[] | null };
/** In order of time; only where two talk at once do segments overlap. */
export type GivenTranscript = {
  language: string | null;
  segments: readonly GivenSegment[];
  /** Names of tiers that hold something else than what people say. */
  leftOut?: readonly string[];
  /** From here on times are only guessed from the text's length: the file does not say when it ends. */
  guessedFromMs?: number;
};

/** File extensions of transcripts; what a file really is, its content says. */
export const TRANSCRIPT_EXTENSIONS: readonly string[] = [
  ...['srt', 'vtt', 'json', 'eaf', 'textgrid', 'otr', 'qdpx'],
];

/** Whether a file's name ends like that of a transcript. */
export function isTranscriptName(name: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1] ?? '';
  return TRANSCRIPT_EXTENSIONS.includes(extension.toLowerCase());
}

/** Ten hours with the time of each word take about 20 MB as JSON. */
export const MAX_TRANSCRIPT_BYTES = 32 * 1024 ** 2;
/** Subtitles, or segments of JSON: a recording of ten hours has 20,000, and 100,000 if each word is one. */
export const MAX_CUES = 200_000;
/** As many as a segment may have when it is corrected. */
export const MAX_CUE_CHARACTERS = 10_000;
/** In ten hours people say 600,000. */
const MAX_CHARACTERS = 1_000_000;

/** More are no people. */
const MAX_NAMES = 1_000;
const readName = nameReader(MAX_SPEAKER_NAME);

/** A text of a file as databases take it: no control characters but line breaks and tabs, no half of a surrogate pair. */
export const storable = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, ' ');

/** As much of a text as a message repeats, on one line and without marks that turn what follows. */
export const excerpt = (text: string): string => readExcerpt(text.slice(0, EXCERPT)) ?? '';
const EXCERPT = 60;
const readExcerpt = nameReader(EXCERPT);

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

/** Counts what is read, so that a file that holds too much is refused before all of it is read. */
export function createLimits() {
  let [cues, characters] = [0, 0];
  const names = new Set<string>();
  return {
    /** A speaker's name as it is stored; null if it is none. @throws transcript_too_large */
    name(given: string): string | null {
      const name = readName(given);
      if (name === null) return null;
      names.add(name);
      if (names.size <= MAX_NAMES) return name;
      throw tooLarge('The transcript names more than 1,000 speakers.');
    },
    /** @throws transcript_too_large, with the place */
    take(place: string, text: string): void {
      cues++;
      characters += text.length;
      if (text.length > MAX_CUE_CHARACTERS) throw tooLong(place);
      if (cues > MAX_CUES) throw tooManyCues();
      if (characters > MAX_CHARACTERS) {
        throw tooLarge('The transcript has more than a million characters of text.');
      }
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;

/** For a text that belongs to one time and cannot be corrected in one piece. */
export function tooLong(place: string): TranscriptFileError {
  const most = MAX_CUE_CHARACTERS.toLocaleString('en');
  return tooLarge(`${place} of the transcript begins a text of more than ${most} characters.`);
}

export function tooManyCues(): TranscriptFileError {
  const most = MAX_CUES.toLocaleString('en');
  return tooLarge(`The transcript has more than ${most} subtitles or segments.`);
}

/** @throws transcript_times */
export function requireLength(place: string, { startMs, endMs }: TimeSpan): void {
  if (endMs > startMs) return;
  throw wrongTimes(`${place} of the transcript does not end after its start.`);
}

export const tooLarge = (message?: string) =>
  new TranscriptFileError('transcript_too_large', message);
export const unreadable = (message?: string) =>
  new TranscriptFileError('transcript_unreadable', message);
export const wrongTimes = (message: string) => new TranscriptFileError('transcript_times', message);

/** @throws transcript_encoding */
export function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TranscriptFileError('transcript_encoding');
  }
}
