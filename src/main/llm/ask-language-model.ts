/** Asking a language model: the port and its errors, a question asked up to twice, and what is read of its answer. */
import { z } from 'zod';
import type { Fallback } from '../../shared/transcription/structured.ts';

export type LlmRequest = {
  system: string;
  user: string;
  /** The JSON Schema of the expected response. */
  schema: Record<string, unknown>;
  temperature: number;
  signal: AbortSignal;
};

export type LlmServer = {
  /** The model's response as text, which should be JSON. @throws LlmError */
  complete(request: LlmRequest): Promise<string>;
  /**
   * The maximum number of tokens in a request and its response together. Never throws if the server does not report it.
   */
  contextTokens(signal: AbortSignal): Promise<number>;
  /** The names of the available models. @throws LlmError */
  models(signal: AbortSignal): Promise<string[]>;
};

/** How to reach a server: the user's settings, with the key. */
export type LlmAddress = { baseUrl: string; apiKey: string | null };

/** The maximum length of a response; also sent as a limit. */
export const MAX_ANSWER_TOKENS = 1200;

/** Why a language model returned nothing usable. */
export class LlmError extends Error {
  readonly reason: Fallback['reason'];

  constructor(reason: Fallback['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LlmError';
    this.reason = reason;
  }

  /** Whether the server itself fails, so that the next request would fail too. */
  get isTransport(): boolean {
    return ['unreachable', 'timeout', 'refused', 'failed'].includes(this.reason);
  }
}

/** The result of a request: a usable value, or the reason why there is none. */
export type Outcome<Value> = { value: Value } | { reason: Fallback['reason']; transport: boolean };

const FIRST_TEMPERATURE = 0.2;

/**
 * Asks once, and a second time with the error of the first. `check` turns a response into a usable value and throws
 * LlmError if it cannot. A `patient` question is also asked again when the server failed, and `once` asks no second time.
 * Throws nothing but the signal's reason.
 */
export async function ask<Schema extends z.ZodType, Value>(
  server: LlmServer,
  question: {
    system: string;
    user: string;
    schema: Schema;
    signal: AbortSignal;
    patience?: 'patient' | 'once';
  },
  check: (answer: z.output<Schema>) => Value,
): Promise<Outcome<Value>> {
  const { schema, signal, user, patience } = question;
  let system = `${question.system}\n\nAnswer with JSON of this schema:\n${JSON.stringify(toJsonSchema(schema))}`;
  let last = new LlmError('failed', 'Nothing was asked.');
  for (const temperature of [FIRST_TEMPERATURE, 0]) {
    try {
      const request = { system, user, schema: toJsonSchema(schema), temperature, signal };
      return { value: check(readAnswer(await server.complete(request), schema)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LlmError)) throw error;
      last = error;
      if (patience === 'once') break;
      if (error.isTransport && patience === 'patient' && error.reason !== 'refused') continue;
      if (error.isTransport) break;
      system = `${system}\n\nAn answer before this one could not be used: ${error.message}`;
    }
  }
  return { reason: last.reason, transport: last.isTransport };
}

/** The model's response about a part of a chapter. Lines are numbered within the part. */
export const ChapterAnswer = z.object({
  title: z.string().describe('At most 50 characters, sentence case, no number.'),
  summary: z.array(z.string()).describe('One to three sentences.'),
  points: z
    .array(z.object({ text: z.string(), lines: z.array(z.number()) }))
    .describe('The main points, each a sentence with the numbers of the lines it stands on.'),
});
export type ChapterAnswer = z.infer<typeof ChapterAnswer>;

/** The response about the whole, from the points of its chapters. */
export const SummaryAnswer = z.object({
  sentences: z
    .array(z.object({ text: z.string(), points: z.array(z.number()) }))
    .describe('The summary, each sentence with the numbers of the points it stands on.'),
});
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;

/** The schema as servers accept it: constrained decoding does not support `$schema`. */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...written } = z.toJSONSchema(schema);
  return written;
}

/** Parses a response, even with reasoning or a code fence around it. @throws LlmError `not_json`, `wrong_shape` */
export function readAnswer<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> {
  const answer = schema.safeParse(firstObject(withoutThoughts(text)));
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
      // There is text after the object: try a shorter one.
    }
  }
  throw new LlmError('not_json', 'The answer is not JSON.');
}

/** Some models think aloud before they answer. */
function withoutThoughts(text: string): string {
  const parts = text.split('</think>');
  const last = parts.pop() ?? '';
  const said = parts.map((part) => {
    const start = part.indexOf('<think>');
    return start < 0 ? `${part}</think>` : part.slice(0, start);
  });
  return `${said.join('')}${last}`;
}
