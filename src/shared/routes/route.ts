import type { z } from 'zod';

type Content = Record<string, { schema: z.ZodType }>;

/** What an entry of the table of endpoints says: enough to serve it, to describe it and to call it. */
export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With parameters in braces, such as `/v1/keys/{id}`. */
  path: string;
  summary: string;
  security?: readonly Record<string, string[]>[];
  request?: {
    params?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { required: boolean; content: Content };
  };
  responses: Record<string | number, { description: string; content?: Content }>;
};
