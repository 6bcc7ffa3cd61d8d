/** Helpers for the entries of the routes table. */
import { z } from 'zod';
import type { Access, Route } from './route.ts';

/** What an endpoint answers to, and to whom. */
export const at = <
  const Method extends Route['method'],
  const Path extends string,
  const Who extends Access,
>(
  method: Method,
  path: Path,
  access: Who,
) => ({ method, path, access });

export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
export const text = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

export const binary = z.string().meta({ format: 'binary' });
/** A binary response of some media types. */
export const bytes = (description: string, ...types: readonly string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: binary }])),
});

/** A request whose body is a file's bytes. */
export const octets = {
  body: { required: true, content: { 'application/octet-stream': { schema: binary } } },
};
/** A request whose body is a form. */
export const form = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'multipart/form-data': { schema } } },
});
/** A response that goes on: one JSON event per message. */
export const eventStream = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'text/event-stream': { schema } },
});

/** A 304 response: the caller already has the content. */
export const unchanged = { description: 'It is what `If-None-Match` names.' };
export const IdParam = z.object({ id: z.string().max(64) });

export const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Your own name for this request: sent again within 24 hours, it creates nothing new.',
    ),
});
export const LastEventHeader = z.object({
  'last-event-id': z
    .string()
    .max(100)
    .optional()
    .describe('The id of the last event you saw: what you missed since comes first.'),
});
