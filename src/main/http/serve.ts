import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { Route } from '../../shared/routes/route.ts';
import type { Principal } from '../services/principal.ts';
import type { HttpEnv } from './env.ts';
import { fromZod } from './error-handler.ts';

/** A request that its route's schemas have accepted. */
export type Checked<R extends Route> = {
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

/**
 * Serves a route of the table. The handler gets what the schemas made of the request, and returns the body of the
 * answer, which is sent with the route's own status. A request without a body counts as one of `{}`.
 */
export function serve<const R extends Route>(
  app: Hono<HttpEnv>,
  route: R,
  handle: (request: Checked<R>, c: Context<HttpEnv>) => AnswerOf<R> | Promise<AnswerOf<R>>,
): void {
  const { params, query, headers, body } = route.request ?? {};
  const bodySchema = body?.content['application/json']?.schema;
  const status = successOf(route);
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');

  app.on(route.method.toUpperCase(), path, async (c) => {
    const request = {
      params: check(params, c.req.param()),
      query: check(query, c.req.query()),
      headers: check(headers, c.req.header()),
      body: check(bodySchema, c.get('body') === undefined ? {} : c.get('body')),
      principal: c.get('principal'),
    };
    // The schemas above are the ones its type is made of; TypeScript cannot follow that.
    const answer = await handle(request as Checked<R>, c);
    if (answer instanceof Response) return answer;
    if (answer === undefined) return c.body(null, status as StatusCode);
    return c.json(answer, status as ContentfulStatusCode);
  });
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw fromZod(parsed.error);
  return parsed.data;
}

/** The lowest, where there are several. */
function successOf({ responses }: Route): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}
