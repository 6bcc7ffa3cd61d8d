/** Subtitles that a person changed by hand, in place of those made of the words. */
import { z } from 'zod';
import type { TimeSpan } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { timedWords } from './timed-words.ts';

/** The most that one edit may put in the place of others. */
const MAX_CUES = 100;
/** The longest moment that can be named, in seconds: more than any recording has. */
const LATEST = 1_000_000;

const seconds = (what: string) => z.number().min(0).max(LATEST).describe(`${what}, in seconds.`);

/** One subtitle as a person wrote it. */
export const WrittenCue = z
  .object({
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

/** What stands for the words from one moment to another. */
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

export const EditCues = z
  .strictObject({
    ...words,
    cues: z
      .array(WrittenCue)
      .max(MAX_CUES)
      .nullable()
      .describe('What is shown instead; `null` goes back to what is made of the words.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'It ends before it begins.' })
  .refine(({ cues }) => (cues ?? []).every(({ start, end }) => start < end), {
    path: ['cues'],
    message: 'A subtitle goes before it comes.',
  })
  .refine(
    ({ cues }) =>
      (cues ?? []).every((cue, at, all) => at === 0 || (all[at - 1]?.end ?? 0) <= cue.start),
    { path: ['cues'], message: 'The subtitles overlap or are not in order of time.' },
  )
  .meta({ id: 'EditCues' });
export type EditCues = z.infer<typeof EditCues>;

/** Whether two stretches of words share any. */
export function overlaps(
  a: { from: number; to: number },
  b: { from: number; to: number },
): boolean {
  return a.from < b.to && b.from < a.to;
}

/** What is said from one moment to another, as the words of the transcript have it. */
export function wordsWithin(segments: readonly Segment[], { startMs, endMs }: TimeSpan): string {
  return segments
    .filter((segment) => segment.startMs < endMs && segment.endMs >= startMs)
    .flatMap((segment) => timedWords(segment))
    .filter((word) => word.startMs >= startMs && word.startMs < endMs)
    .map(({ text }) => text)
    .join(' ');
}
