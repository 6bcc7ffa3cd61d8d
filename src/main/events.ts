import type { ServerEvent } from '../shared/api.ts';
import { newToken } from './ids.ts';

/** Whose news it is: of a key, or with null of the window; of the live or the test world. */
type Owner = { keyId: string | null; test: boolean };

/** An event with its place in the order of all events. */
export type LiveEvent = {
  id: string;
  event: ServerEvent;
  /** Null for news that belongs to nobody. */
  owner: Owner | null;
};

type Listener = (event: ServerEvent, live: LiveEvent) => void;

/** The one way news travels upward: from the queue and the services to whoever listens. */
export type EventBus = {
  emit(event: ServerEvent, owner?: Owner): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  /** The id of the newest event. */
  position(): string;
  /** What came after the event with this id, oldest first; null when that is no longer known. */
  since(id: string): LiveEvent[] | null;
};

/** How many of the newest events are kept for readers that were away for a moment. */
const REMEMBERED = 1000;

/** Hands every event to all who listen, with an id that grows and says which run it is of. */
export function createEventBus(): EventBus {
  const listeners = new Set<Listener>();
  // After a restart the count begins anew, and ids of before must not be taken for ours.
  const run = newToken();
  const recent: LiveEvent[] = [];
  let count = 0;

  return {
    emit: (event, owner) => {
      const live = {
        ...{ id: `${run}-${++count}`, event },
        owner: owner ? { keyId: owner.keyId, test: owner.test } : null,
      };
      recent.push(live);
      if (recent.length > REMEMBERED) recent.shift();
      for (const listener of listeners) listener(event, live);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    position: () => `${run}-${count}`,
    since: (id) => {
      const [ofRun, number = ''] = id.split('-');
      const missed = ofRun === run && /^\d{1,15}$/.test(number) ? count - Number(number) : -1;
      if (missed < 0 || missed > recent.length) return null;
      return recent.slice(recent.length - missed);
    },
  };
}
