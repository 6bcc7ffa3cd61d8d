import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { routes } from '../../../shared/routes.ts';
import type { SearchService } from '../../services/search.service.ts';
import type { HttpEnv } from '../env.ts';

export function searchRoutes(
  app: OpenAPIHono<HttpEnv>,
  { search }: { search: SearchService },
): void {
  app.openapi(createRoute(routes.search), async (c) =>
    c.json(await search.search(c.req.valid('query')), 200),
  );
}
