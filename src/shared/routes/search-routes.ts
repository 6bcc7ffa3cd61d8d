/** Finding recordings by what was said. Part of the table in routes.ts. */
import { FoundRecordings, SearchQuery, SearchRecordingsQuery, SearchResults } from '../search.ts';
import type { Route } from './route.ts';
import { at, json } from './route-parts.ts';

export const searchRoutes = {
  search: {
    ...at('get', '/v1/search', 'read'),
    summary: 'Search what was said, newest recording first',
    description:
      'Finds the segments in which all words of `q` were said together, and titles that have them. A word may be any part of a text; in quotes, several words are looked for as they stand. Titles are found in any state, what was said once a transcription is over.',
    request: { query: SearchQuery },
    responses: { 200: json('A page of places.', SearchResults) },
  },
  searchRecordings: {
    ...at('get', '/v1/search/recordings', 'read'),
    summary: 'Search by recording: those whose title matches first, then the newest',
    description:
      'Like `/v1/search`, with the first three places of each recording, and how many there are in all.',
    request: { query: SearchRecordingsQuery },
    responses: { 200: json('A page of recordings.', FoundRecordings) },
  },
} as const satisfies Record<string, Route>;
