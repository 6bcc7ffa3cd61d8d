import type { Session } from '../../../shared/accounts.ts';
import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';
import { notify } from './toasts.ts';

/** The browsers that are signed in. */
export const useSessions = createLoadedStore(async () => (await client.listSessions()).data);

/** Signs a browser out; this one then shows how to sign in. */
export function endSession({ id, current }: Session): Promise<void> {
  if (current) return notify(() => client.endSession(id));
  return useSessions.change(() => client.endSession(id));
}
