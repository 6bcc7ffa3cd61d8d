import { createClient } from '../../../shared/client.ts';

/** The service that served this page; the session cookie signs in. */
export const client = createClient({ baseUrl: '', fetch: (...request) => fetch(...request) });
