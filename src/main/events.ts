import type { ServerEvent } from '../shared/api.ts';
import { newToken } from './ids.ts';

/** An event with its place in the order of all events. */
export type LiveEvent = { id: string; event: ServerEvent };

/** The one way news travels upward: from the queue and the services to whoever listens. */
export type EventBus = {
  emit(event: ServerEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ServerEvent, id: string) => void): () => void;
  /** The id of the newest event. */
  position(): string;
  /** What came after the event with this id, oldest first; null when that is no longer known. */
  since(id: string): LiveEvent[] | null;
};

/** How many of the newest events are kept for readers that were away for a moment. */
const REMEMBERED = 1000;

/** Hands every event to all who listen, with an id that grows and says which run it is of. */
export function createEventBus(): EventBus {
  const listeners = new Set<(event: ServerEvent, id: string) => void>();
  // After a restart the count begins anew, and ids of before must not be taken for ours.
  const run = newToken();
  const recent: LiveEvent[] = [];
  let count = 0;

  return {
    emit: (event) => {
      const id = `${run}-${++count}`;
      recent.push({ id, event });
      if (recent.length > REMEMBERED) recent.shift();
      for (const listener of listeners) listener(event, id);
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
