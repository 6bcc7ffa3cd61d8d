import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

export function searchRoutes(serve: Serve, { search }: HttpDependencies): void {
  serve(routes.search, ({ query, principal }) => search.search(query, principal));
  serve(routes.searchRecordings, ({ query, principal }) =>
    search.searchRecordings(query, principal),
  );
}
