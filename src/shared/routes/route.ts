import type { z } from 'zod';

type Content = Record<string, { schema: z.ZodType }>;

/**
 * Who may ask: everybody; keys that may read, or change, what they see; live keys that change everything (`all`); or the
 * signed-in window alone. The window may ask for everything.
 */
export type Access = 'public' | 'read' | 'write' | 'all' | 'window';

/** What an entry of the table of endpoints says: enough to serve it, to describe it and to call it. */
export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With parameters in braces, such as `/v1/keys/{id}`. */
  path: string;
  access: Access;
  /** Whether what is refused is told with the `type` that programs for OpenAI's API look at. */
  errors?: 'openai';
  /** A line for lists, without a full stop. */
  summary: string;
  /** What the summary does not say: whole sentences. */
  description: string;
  /** How large the JSON of a request may be, in bytes. @default 64 KiB */
  maxBody?: number;
  request?: {
    params?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { required: boolean; content: Content };
  };
  responses: Record<string | number, { description: string; content?: Content }>;
};
