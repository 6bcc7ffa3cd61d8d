/** Live changes as server-sent events. Part of the table in routes.ts. */
import { ServerEvent } from '../server-event.ts';
import type { Route } from './route.ts';
import { at, eventStream, IdParam, LastEventHeader } from './route-parts.ts';

export const eventRoutes = {
  transcriptionEvents: {
    ...at('get', '/v1/transcriptions/{id}/events', 'read'),
    summary: 'How a transcription stands, then its changes to the end, as server-sent events',
    description:
      'The stream ends when the transcription is over. A reader that has seen the end gets `204`, so that it does not connect again.',
    request: { params: IdParam, headers: LastEventHeader },
    responses: {
      200: eventStream('One JSON event per message; the stream ends after the last.', ServerEvent),
      204: { description: 'You have seen the end.' },
    },
  },
  events: {
    ...at('get', '/v1/events', 'read'),
    summary: 'Live changes as server-sent events',
    description:
      'All changes that the key may see, for as long as the connection lasts. The first event is `reload` unless `Last-Event-ID` names one that is still known.',
    request: { headers: LastEventHeader },
    responses: { 200: eventStream('One JSON event per message.', ServerEvent) },
  },
} as const satisfies Record<string, Route>;
