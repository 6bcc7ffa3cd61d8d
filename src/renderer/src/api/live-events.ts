import { ServerEvent } from '../../../shared/api.ts';
import { readEvents } from '../../../shared/event-reader.ts';

/**
 * Resolves once the service is listening to us, so that a list loaded afterwards misses nothing;
 * what it then yields are the changes since. `null`: not signed in.
 */
export async function openLiveEvents(
  signal: AbortSignal,
): Promise<AsyncGenerator<ServerEvent> | null> {
  const response = await fetch('/v1/events', { signal });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return parseEvents(response);
}

async function* parseEvents(response: Response): AsyncGenerator<ServerEvent> {
  for await (const data of readEvents(response)) yield ServerEvent.parse(JSON.parse(data));
}
