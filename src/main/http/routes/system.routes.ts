import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import { forgetCookie } from '../access/sign-in.ts';
import type { HttpEnv } from '../http-env.ts';
import type { HttpDependencies } from '../http-services.ts';
import { streamAll } from '../live-events.ts';
import { readBody } from '../request-body.ts';
import type { Serve } from '../serve-route.ts';

/** Health, usage, keys, sessions and live events. */
export function systemRoutes(
  serve: Serve,
  {
    health,
    metrics,
    keys,
    sessions,
    usage,
    events,
    dataFolder,
    clock,
    closing,
    logger,
    createSignInUrl,
    baseUrl,
  }: HttpDependencies,
): void {
  serve(routes.health, () => health.check());
  serve(routes.live, () => ({ status: 'ok' as const }));
  serve(routes.ready, async (_, c) => {
    const readiness = await health.ready();
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503);
  });
  serve(routes.getMetrics, async (_, c) => {
    const { type, text } = await metrics.gather();
    return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
  serve(routes.getUsage, ({ principal }) => usage.get(principal));
  serve(routes.events, ({ headers, principal }, c) =>
    streamAll(
      c,
      { events, dataFolder, clock, closing, logger, principal },
      headers['last-event-id'],
    ),
  );

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

/** The user's settings and storage. */
export function settingsRoutes(
  serve: Serve,
  { settings, watchFolder, automaticExport, storage, backups, recovery }: HttpDependencies,
): void {
  serve(routes.getWatchFolder, () => watchFolder.status());
  serve(routes.getAutomaticExport, () => automaticExport.status());
  serve(routes.getStorage, () => storage.usage());
  serve(routes.listLosses, () => recovery.losses());
  serve(routes.dismissLosses, async () => recovery.dismiss());
  serve(routes.listBackups, () => backups.list());
  serve(routes.createBackup, () => backups.create());
  serve(routes.deleteBackups, () => backups.removeAll());
  serve(routes.getSettings, () => settings.get());
  serve(routes.updateSettings, ({ body }) => settings.update(body));
}

const MAX_SUNK_BYTES = 1024 * 1024;

/** The delivery log, tests, and what the sink received. */
export function webhookRoutes(serve: Serve, { webhooks }: HttpDependencies): void {
  serve(routes.listDeliveries, ({ query, principal }) => webhooks.list(query, principal));
  serve(routes.getDelivery, ({ params, principal }) => webhooks.get(params.id, principal));
  serve(routes.redeliver, ({ params, principal }) => webhooks.redeliver(params.id, principal));
  serve(routes.testWebhook, ({ body, principal }) => webhooks.test(body.url, principal));
  serve(routes.getSink, ({ principal }) => webhooks.sink(principal));
}

/** Receives webhooks for the sink. No sign-in is needed: the URL is the secret. */
export function sinkRoute(
  app: Hono<HttpEnv>,
  {
    webhooks,
    clock,
  }: Pick<HttpDependencies, 'clock'> & { webhooks: Pick<HttpDependencies['webhooks'], 'receive'> },
): void {
  app.post('/sink/:token', async (c) => {
    const body = await readBody(c, { most: MAX_SUNK_BYTES, clock });
    webhooks.receive(c.req.param('token'), c.req.header(), new TextDecoder().decode(body));
    return c.body(null, 204);
  });
}
