import type { ServerEvent } from '../shared/api.ts';

/** The one way news travels upward: from the queue and the services to whoever listens. */
export type EventBus = {
  emit(event: ServerEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
};

export function createEventBus(): EventBus {
  const listeners = new Set<(event: ServerEvent) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
