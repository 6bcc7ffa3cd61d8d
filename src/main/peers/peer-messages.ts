/**
 * What the services on one database tell each other: PostgreSQL passes it on at once and keeps nothing. The truth is in
 * rows and tasks; where messages may be lost, everything is read again.
 */
import { z } from 'zod';
import { ServerEvent } from '../../shared/server-event.ts';
import type { Clock } from '../core/clock.ts';
import { createEventBus, type EventBus } from '../core/events.ts';
import { newToken } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { PeerChannel } from '../repositories/postgres/postgres-database.ts';

/** PostgreSQL passes on less than 8000 bytes at a time. */
const PART = 7_900;
/** So much of an event is passed on; who misses a longer one reads everything again. */
const LONGEST = 2_000_000;
const AT_ONCE = 100;
/** Messages that wait while the database is away; with more than this, everything is read again instead. */
const MOST_WAITING = 5_000;
const AGAIN_MS = 1_000;

const Message = z.discriminatedUnion('type', [
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
  /** A service has come or gone. */
  z.object({ type: z.literal('services') }),
  /** Messages were lost: everything has to be read again. */
  z.object({ type: z.literal('missed') }),
]);
type Message = z.infer<typeof Message>;

export type PeerMessages = {
  /** Tells the other services, if there may be any. */
  tell(message: Message): void;
  /** Calls `listener` with what the others tell. */
  listen(listener: (message: Message) => void): void;
};
export type OpenedPeerMessages = PeerMessages & {
  /** Call this when the database is open. */
  open(): Promise<void>;
  /** Sends what waits. */
  stop(): Promise<void>;
};

/** For a service that has its database to itself. */
export function noPeerMessages(): OpenedPeerMessages {
  return { tell: () => {}, listen: () => {}, open: async () => {}, stop: async () => {} };
}

type Parts = { channel: PeerChannel; clock: Clock; logger: Logger };

export function createPeerMessages({ channel, clock, logger }: Parts): OpenedPeerMessages {
  const here = newToken();
  const listeners: ((message: Message) => void)[] = [];
  const stopping = new AbortController();
  /** What has come of a message of several parts, by its sender. */
  const begun = new Map<string, string>();
  const waiting: string[] = [];
  let count = 0;
  let isOpen = false;
  let sending: Promise<void> | null = null;

  const hear = (message: Message): void => {
    for (const listener of listeners) listener(message);
  };

  const take = (part: string): void => {
    const [, from = '', left = '', text = ''] = PARTS.exec(part) ?? [];
    if (from === here) return;
    const soFar = (begun.get(from) ?? '') + text;
    begun.delete(from);
    if (left !== '0') return void begun.set(from, soFar);
    const parsed = readMessage(soFar);
    if (parsed) hear(parsed);
    // A newer service may tell what this version does not know.
    else logger.debug({ from }, 'a message of another service is not understood');
  };

  /** Each part is unlike any other: PostgreSQL passes on equal ones once. */
  const toParts = (json: string): string[] => {
    const texts = json.match(CUT) ?? [];
    return texts.map((text, at) => `${here} ${++count} ${texts.length - 1 - at} ${text}`);
  };

  /** A message is sent whole, or not at all. */
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE);
      try {
        await channel.send(batch.flatMap(toParts));
        waiting.splice(0, batch.length);
      } catch (error) {
        logger.debug({ err: error }, 'the other services are not told yet');
        if (stopping.signal.aborted) break;
        await clock.sleep(AGAIN_MS, stopping.signal).catch(() => {});
      }
    }
    // At once: what is told from here on is sent by the next.
    sending = null;
  };
  const send = (): void => {
    if (isOpen && waiting.length > 0) sending ??= sendAll();
  };

  return {
    tell(message) {
      const json = JSON.stringify(message).replace(WIDE, escaped);
      const isTooMuch = json.length > LONGEST || waiting.length >= MOST_WAITING;
      if (isTooMuch) waiting.splice(sending ? AT_ONCE : 0, waiting.length);
      waiting.push(isTooMuch ? JSON.stringify(MISSED) : json);
      send();
    },
    listen: (listener) => void listeners.push(listener),
    async open() {
      if (isOpen) return;
      await channel.listen((part) => {
        if (part !== undefined) return take(part);
        begun.clear();
        hear(MISSED);
      });
      isOpen = true;
      send();
    },
    async stop() {
      stopping.abort();
      await sending;
    },
  };
}

const MISSED: Message = { type: 'missed' };
const PARTS = /^(\S+) \d+ (\d+) (.*)$/s;
const CUT = new RegExp(`.{1,${PART}}`, 'gs');
/** In JSON these may also be written in ASCII, of which a character is a byte. */
const WIDE = /[\u0080-\uffff]/g;
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function readMessage(text: string): Message | null {
  try {
    return Message.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Shares events among all services on the database: subscribers of each receive the events of all. */
export function shareEvents(peerMessages: PeerMessages): EventBus {
  const bus = createEventBus((event, owner) => peerMessages.tell({ type: 'event', event, owner }));
  peerMessages.listen((message) => {
    if (message.type === 'missed') bus.restart();
    if (message.type === 'event') bus.receive(message.event, message.owner);
  });
  return bus;
}
