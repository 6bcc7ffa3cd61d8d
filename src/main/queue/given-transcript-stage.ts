/** Takes the transcript that was given with a recording, instead of transcribing it. */
import type { GivenSegment } from '../../shared/imports/given-transcript.ts';
import { readTranscript } from '../../shared/imports/transcript-file.ts';
import { isLanguage } from '../../shared/languages.ts';
import type { TimeSpan } from '../../shared/time.ts';
import { retimeWords } from '../../shared/transcription/retime.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Core } from '../core.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import type { Labels } from '../repositories/speakers/speaker-labels.ts';
import {
  createTranscriptRepository,
  type PlannedWindow,
} from '../repositories/transcripts/transcript.repository.ts';
import { whileAway } from '../storage/while-away.ts';
import { guessLanguage } from '../structure/text/guess-language.ts';
import type { JobContext } from './progress.ts';

/** Subtitles may stay a little longer than the recording lasts. */
const BEYOND_END_MS = 3_000;
/** The unit in which segments are stored and restored. */
const WINDOW_MS = 30_000;
/** Until the speakers are labeled. */
const UNNAMED = 'Speaker 1';
const MAX_NAME = 100;

type Window = PlannedWindow & { segments: GivenSegment[] };

/** The stage that replaces transcribing and labeling. */
export function createGivenTranscriptStage(
  { patient, clock, logger }: Pick<Core, 'patient' | 'clock' | 'logger'>,
  { readUpload }: { readUpload: (url: string) => Promise<Uint8Array> },
) {
  const transcripts = createTranscriptRepository(patient);
  const speakers = createSpeakerRepository(patient);

  return async (context: JobContext, { durationMs }: { durationMs: number }): Promise<void> => {
    const { job, claim, signal, progress } = context;
    if (job.options.transcript === null) throw new AppError('internal');
    progress.report('transcribing', 0);
    const { transcript } = job.options;
    const bytes = await whileAway({ clock, logger }, signal, () => readUpload(transcript));
    const given = readTranscript(bytes);
    const segments = cutAtEnd(given.segments, durationMs);
    const known = [job.options.language, given.language].find((code) => code && isLanguage(code));
    const guessed = known ? null : guessLanguage(segments.map(({ text }) => text).join(' '));
    if (!known && !guessed) await context.warn('language_uncertain');
    const language = known ?? guessed ?? 'en';
    const windows = toWindows(segments);
    await transcripts.plan(claim, { windows, speech: spokenIn(segments) });
    failpoint('windows.stored');
    for (const window of windows) {
      signal.throwIfAborted();
      await transcripts.commitWindow(claim, {
        index: window.index,
        language,
        noSpeechProb: 0,
        suppressed: [],
        failed: false,
        model: null,
        segments: window.segments.map((segment) => toStored(segment, language)),
      });
      progress.report('transcribing', window.endMs / durationMs);
    }
    await context.patch({ language });
    await speakers.label(claim, (stored) => toLabels(segments, stored));
    failpoint('speakers.stored');
  };
}

/** @throws transcript_mismatch for a text that continues after the recording's end */
function cutAtEnd(segments: readonly GivenSegment[], durationMs: number): GivenSegment[] {
  const lastMs = segments.reduce((last, { endMs }) => Math.max(last, endMs), 0);
  if (lastMs > durationMs + BEYOND_END_MS) throw new AppError('transcript_mismatch');
  const cut = (ms: number) => Math.min(ms, durationMs);
  const within = <Span extends TimeSpan>(span: Span): Span => ({
    ...span,
    startMs: cut(span.startMs),
    endMs: cut(span.endMs),
  });
  return segments
    .map((segment) => ({
      ...within(segment),
      pieces: segment.pieces.map((piece) => ({
        ...within(piece),
        words: piece.words?.map(within) ?? null,
      })),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}

function toWindows(segments: readonly GivenSegment[]): Window[] {
  const windows: Window[] = [];
  for (const segment of segments) {
    const { startMs, endMs } = segment;
    const open = windows.at(-1);
    if (open && startMs < open.startMs + WINDOW_MS) {
      open.segments.push(segment);
      open.endMs = Math.max(open.endMs, endMs);
    } else windows.push({ index: windows.length, startMs, endMs, segments: [segment] });
  }
  return windows;
}

/** The spans under the text, joined where they touch. */
function spokenIn(segments: readonly GivenSegment[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const { startMs, endMs } of segments) {
    const last = spans.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
  }
  return spans;
}

/** A person vouches for the words, so none is doubtful. */
function toStored(segment: GivenSegment, usual: string): Omit<Segment, 'id'> {
  const { startMs, endMs, text } = segment;
  const language = segment.language && isLanguage(segment.language) ? segment.language : usual;
  const words = segment.pieces.flatMap(
    (piece) => piece.words ?? retimeWords({ ...piece, language, words: [] }, piece.text),
  );
  return { startMs, endMs, text, speaker: UNNAMED, language, confidence: 1, words: [...words] };
}

/** The names of the file, in the order in which they first speak; a label such as `Speaker 2` is not a name. */
function toLabels(
  segments: readonly GivenSegment[],
  stored: readonly { words: Segment['words'] }[],
): Labels {
  const names = [...new Set(segments.map(({ speaker }) => speaker))];
  const isGiven = names.some((name) => name !== null);
  return {
    method: isGiven ? 'given' : 'single',
    model: null,
    confidence: isGiven ? 1 : 0,
    warning: null,
    evidence: null,
    space: null,
    speakers: names.map((name) => ({
      confidence: null,
      centroid: null,
      voiceId: null,
      name: name === null || /^Speaker \d+$/.test(name) ? null : name.slice(0, MAX_NAME),
    })),
    parts: segments.map(({ speaker }, at) => [
      { words: stored[at]?.words ?? [], speaker: names.indexOf(speaker) },
    ]),
    overlaps: [],
  };
}
