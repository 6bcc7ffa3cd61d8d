/**
 * The API's `structured` object: the transcript made readable. Every item refers to segments and has their times. Its
 * words are taken from them, except titles and summaries when the generator is a language model. All sections are
 * always present; empty ones are `[]`.
 */
import { z } from 'zod';

const seconds = z.number().nonnegative();
const segmentId = z.int().nonnegative();
const score = z.number().min(0).max(1);

/** One speaker's words about one topic. */
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

/** An entry of the table of contents. */
export const Chapter = z
  .object({
    id: z.int().nonnegative().describe('0…n−1 in reading order.'),
    title: z
      .string()
      .min(1)
      .max(60)
      .describe('What the chapter is about; no two titles are the same.'),
    start: seconds.describe('Start of the first segment, in seconds.'),
    end: seconds.describe('End of the last segment, in seconds.'),
    summary: z.string().describe('One to three sentences.'),
    terms: z.array(z.string()).max(5).describe('What this chapter is about, most telling first.'),
    first_segment_id: segmentId.describe('The chapter begins with this segment.'),
    last_segment_id: segmentId.describe('The chapter ends with this segment.'),
    level: z.literal(1).describe('Depth in the table of contents.'),
  })
  .meta({ id: 'Chapter' });
export type Chapter = z.infer<typeof Chapter>;

const SummarySentence = z
  .object({
    text: z.string().min(1).describe('A sentence of the transcript, or of a language model.'),
    segment_ids: z.array(segmentId).min(1).describe('The segments it is about.'),
    start: seconds.describe('Start of the first of them, in seconds.'),
  })
  .meta({ id: 'SummarySentence' });

export const Summary = z
  .object({
    text: z.string().describe('The sentences below, joined in order.'),
    sentences: z.array(SummarySentence).describe('The most telling sentences, in order of time.'),
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof Summary>;

/** A quote that stands on its own. */
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

/** Set if a language model was configured but its response was not used, with the reason. */
export const Fallback = z
  .object({
    chapter_id: z.int().nonnegative().nullable().describe('`null` for the summary of all of it.'),
    reason: z
      .enum([
        'unreachable',
        'timeout',
        'refused',
        'failed',
        'truncated',
        'not_json',
        'wrong_shape',
        'wrong_language',
        'not_supported',
      ])
      .describe('`not_supported`: it named what the transcript does not say.'),
  })
  .meta({ id: 'Fallback' });
export type Fallback = z.infer<typeof Fallback>;

/** What produced the structured text. */
export const Generator = z
  .object({
    mode: z
      .enum(['extractive', 'mixed', 'llm'])
      .describe(
        '`extractive`: all of it is taken from the transcript. `llm`: a language model wrote titles and summaries; ' +
          '`mixed`: some of them.',
      ),
    model: z.string().nullable().default(null).describe('The language model that was asked.'),
    pending: z.boolean().default(false).describe('Whether it is being made again.'),
    fallbacks: z.array(Fallback).default([]),
  })
  .meta({ id: 'Generator' });
export type Generator = z.infer<typeof Generator>;

/** The structured text: paragraphs, contents, summary, key points, terms. */
export const Structured = z
  .object({
    paragraphs: z.array(Paragraph).describe('Every segment, in order, in exactly one paragraph.'),
    table_of_contents: z.array(Chapter).describe('Every segment in exactly one chapter.'),
    summary: Summary,
    key_highlights: z.array(Highlight).describe('Quotes worth hearing, in order of time.'),
    terms: z.array(Term).describe('What the recording is about, strongest first.'),
    generator: Generator.describe('How this was made.'),
  })
  .meta({ id: 'Structured' });
export type Structured = z.infer<typeof Structured>;
