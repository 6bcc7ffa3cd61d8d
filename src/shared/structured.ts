/**
 * What the API gives as `structured`: the transcript made readable. Every item points back at segments, its times
 * are those of the segments, and its words are taken from them. All sections are always present; empty is `[]`.
 */
import { z } from 'zod';

const seconds = z.number().nonnegative();
const segmentId = z.int().nonnegative();
const score = z.number().min(0).max(1);

export const Paragraph = z
  .object({
    id: z.int().nonnegative().describe('0…n−1 in reading order.'),
    speaker: z.string().min(1).describe('The label of the one person speaking.'),
    start: seconds.describe('Start of the first segment, in seconds.'),
    end: seconds.describe('End of the last segment, in seconds.'),
    text: z.string().describe('Clean text: no sound tags, no stuttered words.'),
    segment_ids: z.array(segmentId).min(1).describe('Its segments; each belongs to one paragraph.'),
  })
  .meta({ id: 'Paragraph' });
export type Paragraph = z.infer<typeof Paragraph>;

export const Chapter = z
  .object({
    id: z.int().nonnegative().describe('0…n−1 in reading order.'),
    title: z
      .string()
      .min(1)
      .max(60)
      .describe('Words said in the chapter; no two titles are the same.'),
    start: seconds.describe('Start of the first segment, in seconds.'),
    end: seconds.describe('End of the last segment, in seconds.'),
    summary: z.string().describe('One or two of its sentences, clean as paragraphs are.'),
    terms: z.array(z.string()).max(5).describe('What this chapter is about, most telling first.'),
    first_segment_id: segmentId.describe('The chapter begins with this segment.'),
    last_segment_id: segmentId.describe('The chapter ends with this segment.'),
    level: z.literal(1).describe('Depth in the table of contents.'),
  })
  .meta({ id: 'Chapter' });
export type Chapter = z.infer<typeof Chapter>;

export const SummarySentence = z
  .object({
    text: z.string().min(1).describe('A sentence of the transcript, word for word.'),
    segment_ids: z.array(segmentId).min(1).describe('The segments it was spoken in.'),
    start: seconds.describe('Start of the first of them, in seconds.'),
  })
  .meta({ id: 'SummarySentence' });
export type SummarySentence = z.infer<typeof SummarySentence>;

export const Summary = z
  .object({
    text: z.string().describe('The sentences below, joined in order.'),
    sentences: z.array(SummarySentence).describe('The most telling sentences, in order of time.'),
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof Summary>;

export const Highlight = z
  .object({
    id: z.int().nonnegative().describe('0…n−1 in order of time.'),
    text: z.string().min(1).describe('The quote made clean, as paragraphs are.'),
    quote: z.string().min(1).describe('The transcript word for word.'),
    start: seconds.describe('Start of its first segment, in seconds.'),
    end: seconds.describe('End of its last segment, in seconds.'),
    speaker: z.string().min(1).describe('Who said it.'),
    score: score.describe(
      'How much it stands for its surroundings; 1 is the best of the recording.',
    ),
    segment_ids: z.array(segmentId).min(1).describe('The segments it was spoken in.'),
  })
  .meta({ id: 'Highlight' });
export type Highlight = z.infer<typeof Highlight>;

export const Term = z
  .object({
    term: z.string().min(1).describe('A word or phrase as it was most often written.'),
    count: z.int().positive().describe('How often it was said.'),
    score: score.describe('Weight; 1 is the strongest term of the recording.'),
    segment_ids: z.array(segmentId).min(1).max(20).describe('Where it was said; the first 20.'),
    start: seconds.describe('Start of the first of them, in seconds.'),
  })
  .meta({ id: 'Term' });
export type Term = z.infer<typeof Term>;

export const Structured = z
  .object({
    paragraphs: z.array(Paragraph).describe('Every segment, in order, in exactly one paragraph.'),
    table_of_contents: z.array(Chapter).describe('Every segment in exactly one chapter.'),
    summary: Summary,
    key_highlights: z.array(Highlight).describe('Quotes worth hearing, in order of time.'),
    terms: z.array(Term).describe('What the recording is about, strongest first.'),
    generator: z
      .object({
        mode: z.literal('extractive').describe('Everything is taken from the transcript.'),
      })
      .describe('How this was made.'),
  })
  .meta({ id: 'Structured' });
export type Structured = z.infer<typeof Structured>;
