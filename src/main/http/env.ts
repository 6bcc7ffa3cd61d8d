import type { HttpBindings } from '@hono/node-server';
import type { Principal } from '../services/principal.ts';

/** What travels with a request from the middlewares to the routes. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    principal: Principal;
    /** Of the browser that asks; null for all other callers. */
    sessionId: string | null;
    /** For what stays open: when the caller's key is revoked or session ended. Null for whom that cannot befall. */
    untilRevoked: () => { signal: AbortSignal; release: () => void } | null;
    /** The JSON of the body, where there is one. */
    body?: unknown;
  };
};
