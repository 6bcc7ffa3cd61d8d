/** What the entries of the table of endpoints are made of. */
import { z } from 'zod';
import { ErrorBody } from '../api.ts';

/** An answer in JSON. */
export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
/** A request in JSON. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
/** An answer that is text of some media type. */
export const text = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

/** Bytes that are no text. */
export const binary = z.string().meta({ format: 'binary' });
/** An answer that is bytes of some media types. */
export const bytes = (description: string, ...types: readonly string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: binary }])),
});

/** An answer that the caller has already. */
export const unchanged = { description: 'It is what `If-None-Match` names.' };
/** An answer that refuses. */
export const failure = json('What went wrong.', ErrorBody);
export const IdParam = z.object({ id: z.string().max(64) });
