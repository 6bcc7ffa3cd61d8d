import type { ServerEvent } from '../../shared/api.ts';
import type { Client } from '../../shared/client.ts';

/**
 * Live changes until the signal aborts, from one connection to the next. Each begins with `reload`: what happened
 * before is to be asked for. Throws when the service is gone.
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
      // fetch's own error for a connection that breaks off; opening the next one shows whether the service is there.
      if (!isOpen || !(error instanceof TypeError)) throw error;
    }
  }
}
