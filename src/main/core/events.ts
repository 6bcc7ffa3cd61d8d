import type { ServerEvent } from '../../shared/server-event.ts';
import { newToken } from './ids.ts';

/** Who may see the event: a key, or with null the window; live or test. */
type Owner = { keyId: string | null; test: boolean };

/** An event with its position in the order of all events. */
export type LiveEvent = {
  id: string;
  event: ServerEvent;
  owner: Owner | null;
};

type Listener = (event: ServerEvent, live: LiveEvent) => void;

/** The only way events travel upwards: from the queue and the services to their subscribers. */
export type EventBus = {
  emit(event: ServerEvent, owner?: Owner): void;
  /** Delivers what another service emitted. */
  receive(event: ServerEvent, owner: Owner | null): void;
  /** Events were missed: no earlier id is known any more, and `reload` tells the subscribers. */
  restart(): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  /** The id of the newest event. */
  position(): string;
  /** The events after the one with this id, oldest first; null if that one is no longer known. */
  since(id: string): LiveEvent[] | null;
};

/** How many of the newest events are kept for clients that were briefly disconnected. */
const REMEMBERED = 1000;

/**
 * Delivers every event to all subscribers, with an increasing id that identifies the run. `tellOthers` is called with
 * each event emitted here.
 */
export function createEventBus(
  tellOthers: (event: ServerEvent, owner: Owner | null) => void = () => {},
): EventBus {
  const listeners = new Set<Listener>();
  // After a restart counting starts again, and earlier ids must not be mistaken for current ones.
  let run = newToken();
  const recent: LiveEvent[] = [];
  let count = 0;

  const receive = (event: ServerEvent, owner: Owner | null): void => {
    const live = { id: `${run}-${++count}`, event, owner };
    recent.push(live);
    if (recent.length > REMEMBERED) recent.shift();
    for (const listener of listeners) listener(event, live);
  };

  return {
    emit: (event, given) => {
      const owner = given ? { keyId: given.keyId, test: given.test } : null;
      receive(event, owner);
      tellOthers(event, owner);
    },
    receive,
    restart: () => {
      run = newToken();
      recent.splice(0);
      count = 0;
      receive({ type: 'reload' }, null);
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
