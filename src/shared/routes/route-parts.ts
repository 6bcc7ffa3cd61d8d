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

/** An answer that refuses. */
export const failure = json('What went wrong.', ErrorBody);
export const IdParam = z.object({ id: z.string().max(64) });
