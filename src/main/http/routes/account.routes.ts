import { routes } from '../../../shared/routes/routes.ts';
import { forgetCookie } from '../access/sign-in.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Keys, signed-in browsers and usage. */
export function accountRoutes(
  serve: Serve,
  { keys, sessions, usage, createSignInUrl, baseUrl }: HttpDependencies,
): void {
  serve(routes.getUsage, ({ principal }) => usage.get(principal));
  serve(routes.createSignInLink, async () => ({ url: await createSignInUrl() }));

  serve(routes.listKeys, async () => ({ data: await keys.list() }));
  serve(routes.createKey, ({ body }) => keys.create(body));
  serve(routes.revokeKey, ({ params }) => keys.revoke(params.id));

  serve(routes.listSessions, (_, c) => sessions.list(c.get('sessionId')));
  serve(routes.endSession, async ({ params }, c) => {
    const current = c.get('sessionId');
    if (params.id === current || params.id === 'current') forgetCookie(c, baseUrl());
    await sessions.end(params.id === 'current' ? (current ?? params.id) : params.id);
  });
  serve(routes.endSessions, async (_, c) => {
    forgetCookie(c, baseUrl());
    await sessions.endAll();
  });
}
