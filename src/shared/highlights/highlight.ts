/** Words of a recording that a person has marked, and what they wrote to them. The only source of these types. */
import { z } from 'zod';

/** The most characters of a comment, of the words marked at once, and the most highlights of a recording. */
export const MAX_COMMENT = 5000;
export const MAX_QUOTE = 10_000;
export const MAX_HIGHLIGHTS = 5000;
/** The latest time that can be given, in seconds: longer than any recording. */
const LATEST = 1_000_000;

const seconds = (what: string) => z.number().min(0).max(LATEST).describe(`${what}, in seconds.`);

export const HighlightColor = z
  .enum(['yellow', 'green', 'blue', 'pink'])
  .meta({ id: 'HighlightColor' });
export type HighlightColor = z.infer<typeof HighlightColor>;

/** Each color has a sign, so that it is told without seeing colors. */
export const COLOR_SIGNS: Readonly<Record<HighlightColor, string>> = {
  yellow: '★',
  green: '✓',
  blue: '?',
  pink: '!',
};

/** Safe in every file and database: no control characters but line breaks and tabs. */
function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/gu, '')
    .trim();
}

const Comment = z
  .string()
  .max(MAX_COMMENT)
  .transform((text) => cleanText(text) || null)
  .nullable();
const Quote = z
  .string()
  .max(MAX_QUOTE)
  .transform((text) => cleanText(text).replaceAll(/\s+/gu, ' '));

const revision = z.int().nonnegative();

/** A highlight of a recording, as it is in all of its versions. */
export const RecordingHighlight = z
  .object({
    id: z.string().describe('`hl_` and 22 letters or digits.'),
    start: seconds('Start of the first marked word'),
    end: seconds('End of the last marked word'),
    color: HighlightColor,
    comment: z.string().nullable().describe('With its line breaks; `null` without one.'),
    quote: z.string().describe('What was said there when it was made.'),
    revision: revision.describe('Grows with every change of the highlight.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'RecordingHighlight' });
export type RecordingHighlight = z.infer<typeof RecordingHighlight>;

/** A highlight in one transcription of its recording. */
export const TextHighlight = RecordingHighlight.extend({
  text: z.string().describe('What is said there now; empty where its words are gone.'),
  segment_ids: z.array(z.int().nonnegative()).describe('The segments its words are in.'),
  speaker: z.string().nullable().describe('Who says its first word.'),
}).meta({ id: 'TextHighlight' });
export type TextHighlight = z.infer<typeof TextHighlight>;

export const HighlightList = z
  .object({ data: z.array(TextHighlight).describe('In order of time.') })
  .meta({ id: 'HighlightList' });
export type HighlightList = z.infer<typeof HighlightList>;

export const CreateHighlight = z
  .strictObject({
    start: seconds('Where it begins'),
    end: seconds('Where it ends'),
    color: HighlightColor.default('yellow'),
    comment: Comment.default(null).describe('A text of your own, with its line breaks.'),
    quote: Quote.optional().describe(
      'What is said there. It tells apart people who talk at the same time, and is kept where no words are there any more.',
    ),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'must be later than start' })
  .meta({ id: 'CreateHighlight' });
export type CreateHighlight = z.infer<typeof CreateHighlight>;

export const UpdateHighlight = z
  .strictObject({
    revision: revision.describe('The `revision` it is based on.'),
    color: HighlightColor.optional(),
    comment: Comment.optional().describe('`null` or an empty text removes it.'),
  })
  .meta({ id: 'UpdateHighlight' });
export type UpdateHighlight = z.infer<typeof UpdateHighlight>;
