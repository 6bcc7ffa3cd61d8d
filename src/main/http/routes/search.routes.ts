import { routes } from '../../../shared/routes/routes.ts';
import type { SearchService } from '../../services/transcriptions/search.service.ts';
import type { Serve } from '../serve.ts';

/** Searching all transcripts. */
export function searchRoutes(serve: Serve, { search }: { search: SearchService }): void {
  serve(routes.search, ({ query, principal }) => search.search(query, principal));
}
