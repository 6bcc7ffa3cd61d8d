import type { Client } from '../../shared/client.ts';
import type { ServerEvent } from '../../shared/server-event.ts';

/**
 * Live events until the signal aborts, across reconnections. Each connection starts with `reload`: earlier changes must
 * be requested. Throws when the service has stopped.
 */
export async function* followEvents(
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  while (!signal.aborted) {
    let isOpen = false;
    const onOpen = () => {
      isOpen = true;
    };
    try {
      for await (const { event } of client.events(signal, { onOpen })) yield event;
    } catch (error) {
      if (signal.aborted) return;
      // fetch throws a TypeError when a connection breaks; reconnecting shows whether the service still runs.
      if (!isOpen || !(error instanceof TypeError)) throw error;
    }
  }
}
