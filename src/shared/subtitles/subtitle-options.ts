import { z } from 'zod';
import { decimal } from '../decimal.ts';

/** The layout of subtitles. Numbers may be strings: the options are query parameters of a file's URL. */
export const SubtitleOptions = z
  .object({
    max_chars_per_line: decimal(z.number().int().min(10).max(100))
      .optional()
      .describe("Characters per line; the language's usual limit when left out (42 for most)."),
    max_lines: decimal(z.number().int().min(1).max(3)).default(2).describe('Lines a cue.'),
    max_duration: decimal(z.number().min(1).max(30))
      .default(7)
      .describe('The longest a cue stays, in seconds.'),
    speakers: z
      .enum(['auto', 'always', 'never'])
      .default('auto')
      .describe('Whether cues name the speaker; `auto` when there is more than one.'),
    word_times: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Mark when each word is said: VTT and ASS players show it word by word.'),
  })
  .meta({ id: 'SubtitleOptions' });
export type SubtitleOptions = z.infer<typeof SubtitleOptions>;

export type CueWord = { text: string; spaceBefore: boolean; startMs: number; endMs: number };

export type TimedLines = readonly (readonly CueWord[])[];

/** One subtitle cue. Cues are consecutive, never overlap and are never empty. */
export type Cue = {
  startMs: number;
  endMs: number;
  lines: string[];
  /** The speaker, if speakers are to be named. */
  speaker: string | null;
  /** The name that formats without voice tags print before the first line: only where the speaker changes. */
  label: string | null;
  /** The words of each line; left out in edited cues. */
  timed?: TimedLines;
};
