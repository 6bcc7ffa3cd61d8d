import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { AppError } from '../core/errors.ts';
import { newRequestId } from '../core/ids.ts';
import type { Core } from '../core.ts';
import { createAuthentication } from './access/auth.ts';
import { allowedHosts, answerHeaders, refuse } from './access/host-and-origin.ts';
import { signIn } from './access/sign-in.ts';
import { createDocs, serveDocs } from './docs/docs-page.ts';
import { createErrorHandler, errorResponse } from './error-handler.ts';
import type { HttpEnv } from './http-env.ts';
import type { HttpServices } from './http-services.ts';
import { serveMcp } from './mcp/mcp-endpoint.ts';
import { accountRoutes } from './routes/account.routes.ts';
import { editingRoutes } from './routes/editing.routes.ts';
import { eventRoutes } from './routes/event.routes.ts';
import { exportRoutes, mediaExportRoutes } from './routes/export.routes.ts';
import { healthRoutes } from './routes/health.routes.ts';
import { highlightRoutes } from './routes/highlight.routes.ts';
import { liveRecordingRoutes } from './routes/live-recording.routes.ts';
import { modelRoutes } from './routes/model.routes.ts';
import { audioRoutes } from './routes/openai-audio.routes.ts';
import { playbackRoutes } from './routes/playback.routes.ts';
import { projectRoutes } from './routes/project.routes.ts';
import { queueRoutes } from './routes/queue.routes.ts';
import { searchRoutes } from './routes/search.routes.ts';
import { settingRoutes } from './routes/setting.routes.ts';
import { fileRoutes, linkRoutes } from './routes/source.routes.ts';
import { speakerRoutes } from './routes/speaker.routes.ts';
import { cueRoutes, translationRoutes } from './routes/subtitle.routes.ts';
import { transcriptionRoutes } from './routes/transcription.routes.ts';
import { sinkRoute, webhookRoutes } from './routes/webhook.routes.ts';
import { workerRoutes } from './routes/worker.routes.ts';
import { allowedMethods, createServe } from './serve-route.ts';
import { serveWindow } from './window-files.ts';

/** The whole HTTP interface as a value: it does not listen by itself. */
export function createHttpApp(core: Core, services: HttpServices): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const { config, clock, logger, port, closing } = core;
  const { version } = config;
  const docs = createDocs(core);
  const deps = { ...core, ...services, docs, version };

  app.use(countAnswers(core));
  app.use(async (c, next) => {
    c.set('requestId', newRequestId());
    for (const [name, value] of Object.entries(answerHeaders(c.get('requestId')))) {
      c.header(name, value);
    }
    const refused = refuse(
      {
        host: onlyHost(c),
        origin: c.req.header('origin') ?? null,
        fetchSite: c.req.header('sec-fetch-site') ?? null,
        fetchMode: c.req.header('sec-fetch-mode') ?? null,
      },
      allowedHosts({ host: config.host, port: port(), publicUrl: config.publicUrl }),
    );
    if (refused) throw new AppError(refused);
    return next();
  });

  app.get('/sign-in', (c) => signIn(c, deps));
  sinkRoute(app, deps);
  serveDocs(app, deps);
  const authenticate = createAuthentication(deps);
  serveMcp(app, {
    authenticate,
    clock,
    closing,
    createServer: async (principal, requestId) => {
      const { createAgentServer } = await import('./mcp/agent-server.ts');
      return createAgentServer({ ...deps, logger: logger.child({ requestId }), principal });
    },
  });
  const serve = createServe(app, { authenticate, clock });
  healthRoutes(serve, deps);
  transcriptionRoutes(serve, deps);
  projectRoutes(serve, deps);
  speakerRoutes(serve, deps);
  queueRoutes(serve, deps);
  exportRoutes(serve, deps);
  mediaExportRoutes(serve, deps);
  cueRoutes(serve, deps);
  highlightRoutes(serve, deps);
  translationRoutes(serve, deps);
  fileRoutes(serve, deps);
  liveRecordingRoutes(serve, deps);
  audioRoutes(serve, deps);
  searchRoutes(serve, deps);
  eventRoutes(serve, deps);
  accountRoutes(serve, deps);
  settingRoutes(serve, deps);
  modelRoutes(serve, deps);
  workerRoutes(serve, deps);
  editingRoutes(serve, deps);
  playbackRoutes(serve, deps);
  webhookRoutes(serve, deps);
  linkRoutes(serve, deps);
  serveWindow(app, config);

  app.notFound((c) => {
    const methods = allowedMethods(app.routes, c.req.path);
    if (methods.length === 0) return errorResponse(c, new AppError('not_found'));
    c.header('Allow', methods.join(', '));
    return errorResponse(c, new AppError('method_not_allowed'));
  });
  app.onError(createErrorHandler(logger));
  return app;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and logs requests, with how long they took until their answer was ready to be sent. */
function countAnswers({ clock, tally, logger }: Core): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const begun = clock.mono();
    await next();
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    const route = c.get('route') ?? 'other';
    const { status } = c.res;
    const ms = clock.mono() - begun;
    tally.answered({ route, method, status: `${Math.floor(status / 100)}xx` }, ms);
    // The path itself may be a secret, as that of the subtitles is.
    logger.debug({ requestId: c.get('requestId'), method, route, status, ms }, 'answered');
  };
}

/** With two Host headers, this service and a proxy in front of it might each use a different one. */
function onlyHost(c: Context<HttpEnv>): string | null {
  const hosts = c.env.incoming?.headersDistinct['host'];
  if (hosts && hosts.length > 1) return null;
  return c.req.header('host') ?? null;
}
