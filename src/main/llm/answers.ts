import { z } from 'zod';
import { LlmError } from './server.ts';

/** What is asked of the model about a part of a chapter. Lines are numbered within the part. */
export const ChapterAnswer = z.object({
  title: z.string().describe('At most 50 characters, sentence case, no number.'),
  summary: z.array(z.string()).describe('One to three sentences.'),
  points: z
    .array(z.object({ text: z.string(), lines: z.array(z.number()) }))
    .describe('The main points, each a sentence with the numbers of the lines it stands on.'),
});
export type ChapterAnswer = z.infer<typeof ChapterAnswer>;

/** What is asked about all of it, from the points of its chapters. */
export const SummaryAnswer = z.object({
  sentences: z
    .array(z.object({ text: z.string(), points: z.array(z.number()) }))
    .describe('The summary, each sentence with the numbers of the points it stands on.'),
});
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;

/** The schema as servers take it: constrained decoding knows no `$schema`. */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...written } = z.toJSONSchema(schema);
  return written;
}

/** Reads an answer, also one with thoughts or a fence around it. @throws LlmError `not_json`, `wrong_shape` */
export function readAnswer<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> {
  const answer = schema.safeParse(firstObject(text.replaceAll(/<think>[\s\S]*?<\/think>/g, '')));
  if (!answer.success)
    throw new LlmError('wrong_shape', 'The answer has not the fields asked for.');
  return answer.data;
}

function firstObject(text: string): unknown {
  const start = text.indexOf('{');
  for (
    let end = text.lastIndexOf('}');
    start >= 0 && end > start;
    end = text.lastIndexOf('}', end - 1)
  ) {
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      // Something stands behind the object: try a shorter one.
    }
  }
  throw new LlmError('not_json', 'The answer is not JSON.');
}
