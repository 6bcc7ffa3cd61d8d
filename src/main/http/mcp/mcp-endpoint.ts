import type { McpServer } from '@modelcontextprotocol/server';
import type { Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { KeyScope } from '../../../shared/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { requireScope } from '../access/auth.ts';
import type { HttpEnv } from '../http-env.ts';
import { createBodyReader } from '../json-body.ts';

/** Carries the key's holder and the request through the protocol library, which knows none of our types. */
const KeyHolder = z.object({
  kind: z.literal('key'),
  keyId: z.string(),
  test: z.boolean(),
  scope: KeyScope,
});
const Caller = KeyHolder.extend({ requestId: z.string() });

type McpDependencies = {
  authenticate: MiddlewareHandler<HttpEnv>;
  /** The server for one request. */
  createServer: (principal: z.infer<typeof KeyHolder>, requestId: string) => Promise<McpServer>;
  clock: Clock;
  closing: AbortSignal;
};

/**
 * The Model Context Protocol at `/mcp`, for clients of both protocol generations: every request gets its own server, so
 * there are no sessions to steal or to lose.
 */
export function serveMcp(app: Hono<HttpEnv>, deps: McpDependencies): void {
  let opened: ReturnType<typeof openHandler> | null = null;

  app.use('/mcp', countAs('/mcp'), deps.authenticate, requireKey, createBodyReader(deps.clock)({}));
  app.all('/mcp', async (c) => {
    const principal = KeyHolder.parse(c.get('principal'));
    const parsedBody = c.get('body');
    if (c.req.method === 'POST' && parsedBody === undefined) throw new AppError('invalid_json');
    opened ??= openHandler(deps);
    const handler = await opened;
    const answer = await handler.fetch(c.req.raw, {
      parsedBody,
      authInfo: {
        token: '',
        clientId: principal.keyId,
        scopes: [],
        extra: { ...principal, requestId: c.get('requestId') },
      },
    });
    // Converts it to a response of ours, with the common headers.
    return c.newResponse(answer.body, answer);
  });
}

/** Loads the protocol library on the first call, since most runs of the service never need it. */
async function openHandler({ createServer, closing }: McpDependencies) {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const handler = createMcpHandler(({ authInfo }) => {
    const { requestId, ...principal } = Caller.parse(authInfo?.extra);
    return createServer(principal, requestId);
  });
  closing.addEventListener('abort', () => void handler.close(), { once: true });
  return handler;
}

function countAs(route: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set('route', route);
    return next();
  };
}

/** A browser's cookie is not accepted here: agents use keys. */
const requireKey: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const principal = c.get('principal');
  if (principal.kind !== 'key') throw new AppError('unauthorized');
  requireScope(principal, 'read');
  return next();
};
