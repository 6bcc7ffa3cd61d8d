import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { SearchService } from '../../services/transcriptions/search.service.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** Searching all transcripts. */
export function searchRoutes(app: Hono<HttpEnv>, { search }: { search: SearchService }): void {
  serve(app, routes.search, ({ query }) => search.search(query));
}
