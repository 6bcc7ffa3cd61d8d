import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Words that people mark and comment on. */
export function highlightRoutes(serve: Serve, { highlights }: HttpDependencies): void {
  serve(routes.listHighlights, ({ params, principal }) => highlights.list(params.id, principal));
  serve(routes.createHighlight, async ({ params, body, principal }, c) =>
    c.json(await highlights.add(params.id, body, principal), 201),
  );
  serve(routes.updateHighlight, ({ params, body, principal }) =>
    highlights.change(params, body, principal),
  );
  serve(routes.deleteHighlight, ({ params, query, principal }) =>
    highlights.remove(params, query.revision, principal),
  );
}
