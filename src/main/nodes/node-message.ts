/** What the services on one database tell each other. */
import { z } from 'zod';
import { ServerEvent } from '../../shared/api.ts';
import { Machine } from '../../shared/machines.ts';

export const NodeMessage = z.discriminatedUnion('type', [
  /** It is there now. */
  z.object({ type: z.literal('joined') }),
  /** It has heard of `to`, which hears from now on what it tells. */
  z.object({ type: z.literal('welcome'), to: z.string() }),
  /** Something happened that clients of all may learn. */
  z.object({
    type: z.literal('event'),
    event: ServerEvent,
    owner: z.object({ keyId: z.string().nullable(), test: z.boolean() }).nullable(),
  }),
  /** A transcription was canceled or deleted: whoever works on it stops, and says so. */
  z.object({ type: z.literal('stop'), id: z.string() }),
  z.object({ type: z.literal('stopped'), id: z.string() }),
  /** A text is to be structured. */
  z.object({ type: z.literal('structure') }),
  z.object({ type: z.literal('stop_translation'), id: z.string(), language: z.string() }),
  /** A key or a session has ended. */
  z.object({ type: z.literal('revoked'), id: z.string() }),
  /** More was to be told than could be: everything has to be read again. */
  z.object({ type: z.literal('too_much') }),
]);
export type NodeMessage = z.infer<typeof NodeMessage>;

/** What a service says of itself each time it is seen. */
export const NodeStatus = z.object({
  lanes: z.int().nonnegative().default(0),
  machines: z.array(Machine).default([]),
});
export type NodeStatus = z.infer<typeof NodeStatus>;
