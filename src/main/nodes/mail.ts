/** Messages between services: stored one after the other, in order, and read by all. */
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { NodeRows } from '../repositories/postgres/node-rows.ts';
import { NodeMessage } from './node-message.ts';

/** Messages are kept for five minutes. */
const LATE_MS = 240_000;
const AT_ONCE = 200;
/** Messages that wait while the database is unreachable; with more than this, everything is read again instead. */
const MOST_WAITING = 5_000;

type Mail = {
  /** Reads the messages that are stored from now on. */
  open(): Promise<void>;
  tell(message: NodeMessage): void;
  /** Sends the waiting messages and reads new ones. */
  exchange(): Promise<void>;
  /** There may be new messages. */
  check(): void;
};

export function createMail(
  { rows, clock, logger }: { rows: NodeRows; clock: Clock; logger: Logger },
  {
    id,
    onMessage,
    onMissed,
  }: {
    id: () => string | null;
    onMessage: (message: NodeMessage, from: string) => void;
    onMissed: () => void;
  },
): Mail {
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let after = 0;
  let readAt = 0;

  const sendAll = async (): Promise<void> => {
    for (;;) {
      const [from, batch] = [id(), waiting.slice(0, AT_ONCE)];
      if (from === null || batch.length === 0) return;
      await rows.send(from, batch);
      waiting.splice(0, batch.length);
    }
  };

  const readAll = async (): Promise<void> => {
    if (clock.mono() - readAt > LATE_MS) {
      after = await rows.lastMessage();
      readAt = clock.mono();
      onMissed();
    }
    do {
      again = false;
      const found = await rows.messages(after);
      readAt = clock.mono();
      for (const { seq, nodeId, body } of found) {
        after = seq;
        if (nodeId !== id()) take(body, nodeId);
      }
      if (found.length > 0) again = true;
    } while (again);
  };

  const take = (body: string, from: string): void => {
    const parsed = NodeMessage.safeParse(JSON.parse(body));
    if (parsed.success) onMessage(parsed.data, from);
    // A newer service may send messages that this version does not know.
    else logger.debug({ from }, 'a message of another service is not understood');
  };

  const send = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  };
  const read = (): Promise<void> => {
    again = true;
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  };
  /** It is tried again with the next heartbeat. */
  const later = (error: unknown) =>
    logger.debug({ err: error }, 'the other services are not heard');

  return {
    async open() {
      after = await rows.lastMessage();
      readAt = clock.mono();
      await rows.listen(() => void read().catch(later));
    },
    tell(message) {
      if (waiting.length >= MOST_WAITING) {
        waiting.splice(0, waiting.length, JSON.stringify({ type: 'too_much' }));
      }
      waiting.push(JSON.stringify(message));
      send().catch(later);
    },
    async exchange() {
      await send();
      await read();
    },
    check: () => void read().catch(later),
  };
}
