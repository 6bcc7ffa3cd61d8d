import type { HttpBindings } from '@hono/node-server';
import type { Route } from '../../shared/routes/route.ts';
import type { Grant } from '../services/accounts/revocations.ts';
import type { Principal } from '../services/principal.ts';

/** What the middlewares pass to the routes with a request. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The pattern of the path; not set for what is not in the table. */
    route?: string;
    errors?: Route['errors'];
    principal: Principal;
    /** The session of the requesting browser; null for all other callers. */
    sessionId: string | null;
    /**
     * For long-lived responses: aborts when the caller's key is revoked or session ends. Null for callers without
     * either.
     */
    untilRevoked: () => Grant | null;
    /** The JSON of the body, if there is one. */
    body?: unknown;
  };
};
