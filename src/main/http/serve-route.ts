import type { Context, Hono, MiddlewareHandler } from 'hono';
import { METHOD_NAME_ALL } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { Route } from '../../shared/routes/route.ts';
import { parseWorded } from '../../shared/validation-messages.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Principal } from '../services/principal.ts';
import { allow } from './access/auth.ts';
import { fromProblem } from './error-handler.ts';
import type { HttpEnv } from './http-env.ts';
import { createBodyReader } from './json-body.ts';
import { refuseCompressed } from './request-body.ts';

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

/** The response body that the table defines for success; a handler may also return its own response. */
type AnswerOf<R extends Route> = Response | BodiesOf<R['responses']>;
type BodiesOf<Responses> = {
  [Status in keyof Responses]: JsonOf<Responses[Status]>;
}[keyof Responses];
/** Where the table defines no body, what was done is awaited. */
type Answering<Answer> =
  | Answer
  | Promise<Answer>
  | (undefined extends Answer ? Promise<void> : never);

/** Serves a route of the table: the request has passed the schemas, and the returned value is sent with its status. */
export type Serve = <const R extends Route>(
  route: R,
  handle: (request: Checked<R>, c: Context<HttpEnv>) => Answering<AnswerOf<R>>,
) => void;

/**
 * Creates `serve` for an app. Everything a route requires of a request is in its table entry: who may call it, the
 * maximum body size, and the schemas. A missing body counts as `{}`.
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
      beginRoute(route),
      ...(route.access === 'public' ? [] : [authenticate, allow(route.access)]),
      // Handlers read files and forms themselves, as they arrive.
      body && !bodySchema ? refuseCompressed : readBody(route),
    ];
    app.on(route.method.toUpperCase(), [path], ...steps, async (c) => {
      const request = {
        params: check(params, c.req.param()),
        query: check((query ?? NO_QUERY).strict(), readQuery(c)),
        headers: check(headers, c.req.header()),
        body: check(body ? bodySchema : NO_BODY, c.get('body') === undefined ? {} : c.get('body')),
        principal: c.get('principal'),
      };
      // The schemas above define its type, which TypeScript cannot infer.
      const answer = await handle(request as Checked<typeof route>, c);
      if (answer instanceof Response) return answer;
      if (answer === undefined) return c.body(null, status as StatusCode);
      return c.json(answer, status as ContentfulStatusCode);
    });
  };
}

/** Sets what the request counts as, and how errors from here on are reported. */
function beginRoute({ path, errors }: Route): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set('route', path);
    c.set('errors', errors);
    return next();
  };
}

const NO_QUERY = z.object({});
const NO_BODY = z.strictObject({});

/** Each parameter only once: with two values it is unclear which applies. @throws invalid_request */
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
  const { data, problem } = parseWorded(schema, value);
  if (problem) throw fromProblem(problem);
  return data;
}

/** The lowest, if there are several. */
function successOf({ responses }: Route): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

/**
 * The methods a path supports; empty if the path does not exist, or takes whatever is asked. What answers GET answers
 * HEAD too.
 */
export function allowedMethods(
  served: Pick<RouterRoute, 'method' | 'path'>[],
  path: string,
): string[] {
  const given = path.split('/');
  const fits = (part: string, at: number) =>
    part.startsWith(':') ? given[at] !== '' : given[at] === part;
  const methods = served
    .map((route) => ({ method: route.method, parts: route.path.split('/') }))
    .filter(({ method }) => method !== METHOD_NAME_ALL)
    .filter(({ parts }) => parts.length === given.length && parts.every(fits))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  return [...new Set(methods)];
}
