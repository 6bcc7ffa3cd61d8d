import type { z } from 'zod';

type Content = Record<string, { schema: z.ZodType }>;

/**
 * Who may ask: everyone; keys that may read, or change, what they see; live keys that see everything (`read-all`) or
 * change everything (`all`); those and the keys of workers (`worker`); or the signed-in window alone. The window may ask
 * for everything.
 */
export type Access = 'public' | 'read' | 'write' | 'read-all' | 'all' | 'worker' | 'window';

/** An entry of the routes table: enough to serve, describe and call the endpoint. */
export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces, such as `/v1/keys/{id}`. */
  path: string;
  access: Access;
  /** Whether errors contain the `type` that OpenAI clients expect. */
  errors?: 'openai';
  /** One line for lists, without a full stop. */
  summary: string;
  /** What the summary does not say, in whole sentences. */
  description: string;
  /** The maximum size of a JSON request, in bytes. @default 64 KiB */
  maxBody?: number;
  request?: {
    params?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { required: boolean; content: Content };
  };
  /** Those of success, by status; errors are the same everywhere. */
  responses: Record<number, { description: string; content?: Content }>;
};
