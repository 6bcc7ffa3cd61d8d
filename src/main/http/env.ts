import type { HttpBindings } from '@hono/node-server';
import type { Principal } from '../services/principal.ts';

/** What travels with a request from the middlewares to the routes. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    principal: Principal;
    /** The JSON of the body, where there is one. */
    body?: unknown;
  };
};
