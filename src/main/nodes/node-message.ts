/** What the services on one database tell each other. */
import { z } from 'zod';
import { ServerEvent } from '../../shared/api.ts';
import { Machine } from '../../shared/machines.ts';

export const NodeMessage = z.discriminatedUnion('type', [
  /** The service has started. */
  z.object({ type: z.literal('joined') }),
  /** The sender has noticed the service `to`, which from now on receives its messages. */
  z.object({ type: z.literal('welcome'), to: z.string() }),
  /** An event for the clients of all services. */
  z.object({
    type: z.literal('event'),
    event: ServerEvent,
    owner: z.object({ keyId: z.string().nullable(), test: z.boolean() }).nullable(),
  }),
  /** A transcription was canceled or deleted: the service that works on it stops, and confirms that. */
  z.object({ type: z.literal('stop'), id: z.string() }),
  z.object({ type: z.literal('stopped'), id: z.string() }),
  /** A transcript is waiting to be structured. */
  z.object({ type: z.literal('structure') }),
  z.object({ type: z.literal('stop_translation'), id: z.string(), language: z.string() }),
  /** A key or a session has ended. */
  z.object({ type: z.literal('revoked'), id: z.string() }),
  /** There were more messages than could be sent: everything has to be read again. */
  z.object({ type: z.literal('too_much') }),
]);
export type NodeMessage = z.infer<typeof NodeMessage>;

/** What a service reports of itself with every heartbeat. */
export const NodeStatus = z.object({
  lanes: z.int().nonnegative().default(0),
  machines: z.array(Machine).default([]),
});
export type NodeStatus = z.infer<typeof NodeStatus>;
