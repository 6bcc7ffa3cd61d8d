/** Subtitle cues edited by hand, which override the generated ones. */
import { z } from 'zod';
import type { TimeSpan } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { timedWords } from './timed-words.ts';

/** The maximum number of cues in one edit. */
const MAX_CUES = 100;
/** The latest time that can be given, in seconds: longer than any recording. */
const LATEST = 1_000_000;

const seconds = (what: string) =>
  z
    .number()
    .min(0)
    .max(LATEST)
    .overwrite((given) => Math.round(given * 1000) / 1000)
    .describe(`${what}, in seconds.`);

/** One cue as a user wrote it. */
export const WrittenCue = z
  .strictObject({
    start: seconds('When it comes'),
    end: seconds('When it goes'),
    text: z
      .string()
      .max(1000)
      .transform((text) =>
        text
          .normalize('NFC')
          .split(/\r?\n/u)
          .map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
          .filter((line) => line !== '')
          .join('\n'),
      )
      .pipe(z.string().min(1))
      .describe('As it is shown, with its line breaks.'),
  })
  .meta({ id: 'WrittenCue' });
export type WrittenCue = z.infer<typeof WrittenCue>;

const words = {
  from: seconds('The first word it stands for begins here or later'),
  to: seconds('Words that begin here or later are not part of it'),
};

/** The cues that replace those for the words between two times. */
export const CueEdit = z
  .object({
    ...words,
    cues: z.array(WrittenCue).describe('In order of time; none where nothing is shown.'),
    words: z.string().describe('The words it was written for.'),
  })
  .meta({ id: 'CueEdit' });
export type CueEdit = z.infer<typeof CueEdit>;

export const CueEditList = z
  .object({ data: z.array(CueEdit).describe('In order of time.') })
  .meta({ id: 'CueEditList' });
export type CueEditList = z.infer<typeof CueEditList>;

/** The cues that take the place of those for some words. */
export const CueEditFields = z.strictObject({
  ...words,
  cues: z
    .array(WrittenCue)
    .max(MAX_CUES)
    .nullable()
    .describe('What is shown instead; `null` goes back to what is made of the words.'),
});
export type EditCues = z.infer<typeof CueEditFields>;

/** What their schema does not say. */
export function checkCueEdit({ from, to, cues }: EditCues, context: z.RefinementCtx): void {
  const wrong = (path: keyof EditCues, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (from >= to) wrong('to', 'must be later than from');
  if (cues?.some(({ start, end }) => start >= end)) {
    wrong('cues', 'must each end after they start');
  }
  if (cues?.some(({ start }, at) => (cues[at - 1]?.end ?? 0) > start)) {
    wrong('cues', 'must be in order of time and not overlap');
  }
}

export const EditCues = CueEditFields.superRefine(checkCueEdit).meta({ id: 'EditCues' });

/** All the words of a recording: with `null` for its cues, everything written by hand goes. */
export const ALL_WORDS = { from: 0, to: LATEST };

/** The edits after one more, which takes the place of those within its span. */
export function withCueEdit(
  edits: readonly CueEdit[],
  { from, to, cues }: EditCues,
  said: string,
): CueEdit[] {
  const kept = edits.filter((edit) => edit.from < from || edit.to > to);
  if (cues) kept.push({ from, to, cues, words: said });
  return kept.toSorted((a, b) => a.from - b.from);
}

/** Whether two spans of words have any in common. */
export function overlaps(
  a: { from: number; to: number },
  b: { from: number; to: number },
): boolean {
  return a.from < b.to && b.from < a.to;
}

/** The transcript's words between two times. */
export function wordsWithin(segments: readonly Segment[], { startMs, endMs }: TimeSpan): string {
  return segments
    .filter((segment) => segment.startMs < endMs && segment.endMs >= startMs)
    .flatMap((segment) => timedWords(segment))
    .filter((word) => word.startMs >= startMs && word.startMs < endMs)
    .map(({ text }) => text)
    .join(' ');
}
