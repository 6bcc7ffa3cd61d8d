import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { Route } from '../../shared/routes/route.ts';
import { routes } from '../../shared/routes/routes.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Principal } from '../services/principal.ts';
import { allow } from './access/auth.ts';
import { fromZod } from './error-handler.ts';
import { createBodyReader } from './json-body.ts';

/** A request that its route's schemas have accepted. */
type Checked<R extends Route> = {
  params: PartOf<R, 'params'>;
  query: PartOf<R, 'query'>;
  headers: PartOf<R, 'headers'>;
  body: BodyOf<R>;
  principal: Principal;
};

type PartOf<R extends Route, Part extends 'params' | 'query' | 'headers'> = R extends {
  request: Record<Part, infer Schema extends z.ZodType>;
}
  ? z.output<Schema>
  : undefined;

type JsonOf<Holder> = Holder extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } };
}
  ? z.output<Schema>
  : undefined;

type BodyOf<R extends Route> = R extends { request: { body: infer Body } }
  ? JsonOf<Body>
  : undefined;

/** What the table says a request that worked is answered with; a handler may also write the answer itself. */
type AnswerOf<R extends Route> =
  | Response
  | {
      [Status in keyof R['responses'] & number]: JsonOf<R['responses'][Status]>;
    }[keyof R['responses'] & number];

/** Serves a route of the table: the schemas have accepted the request, and what is returned is sent with its status. */
export type Serve = <const R extends Route>(
  route: R,
  handle: (request: Checked<R>, c: Context<HttpEnv>) => AnswerOf<R> | Promise<AnswerOf<R>>,
) => void;

/**
 * Makes `serve` for an app. All that a route demands of a request is in its entry of the table: who may ask, how large
 * the body may be, and what is in it. A request without a body counts as one of `{}`.
 */
export function createServe(
  app: Hono<HttpEnv>,
  { authenticate, clock }: { authenticate: MiddlewareHandler<HttpEnv>; clock: Clock },
): Serve {
  const readBody = createBodyReader(clock);
  return (route, handle) => {
    const { params, query, headers, body } = (route as Route).request ?? {};
    const bodySchema = body?.content['application/json']?.schema;
    const status = successOf(route);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const steps = [
      withErrors((route as Route).errors),
      ...(route.access === 'public' ? [] : [authenticate, allow(route.access)]),
      // Files and forms are read by their handlers, as they arrive.
      ...(body && !bodySchema ? [] : [readBody(route)]),
    ];
    app.on(route.method.toUpperCase(), [path], ...steps, async (c) => {
      const request = {
        params: check(params, c.req.param()),
        query: check((query ?? NO_QUERY).strict(), readQuery(c)),
        headers: check(headers, c.req.header()),
        body: check(bodySchema, c.get('body') === undefined ? {} : c.get('body')),
        principal: c.get('principal'),
      };
      // The schemas above are the ones its type is made of; TypeScript cannot follow that.
      const answer = await handle(request as Checked<typeof route>, c);
      if (answer instanceof Response) return answer;
      if (answer === undefined) return c.body(null, status as StatusCode);
      return c.json(answer, status as ContentfulStatusCode);
    });
  };
}

/** Says how everything that goes wrong from here on is told. */
function withErrors(errors: Route['errors']): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set('errors', errors);
    return next();
  };
}

const NO_QUERY = z.object({});

/** Each parameter once: of two, nobody could say which counts. @throws invalid_request */
function readQuery(c: Context<HttpEnv>): Record<string, string> {
  const all = Object.entries(c.req.queries());
  const twice = all.find(([, values]) => values.length > 1)?.[0];
  if (twice !== undefined) {
    const message = `The address has "${twice}" twice.`;
    throw new AppError('invalid_request', { param: twice, message });
  }
  return Object.fromEntries(all.map(([name, [value = '']]) => [name, value]));
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw fromZod(parsed.error, value);
  return parsed.data;
}

/** The lowest, where there are several. */
function successOf({ responses }: Route): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

const TABLE = Object.values(routes).map(({ method, path }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The methods that an address takes; none where there is no such address. */
export function allowedMethods(path: string): string[] {
  return TABLE.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** What travels with a request from the middlewares to the routes. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    errors?: Route['errors'];
    principal: Principal;
    /** Of the browser that asks; null for all other callers. */
    sessionId: string | null;
    /** For what stays open: when the caller's key is revoked or session ended. Null for whom that cannot befall. */
    untilRevoked: () => { signal: AbortSignal; release: () => void } | null;
    /** The JSON of the body, where there is one. */
    body?: unknown;
  };
};
