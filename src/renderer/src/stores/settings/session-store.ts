import { create } from 'zustand';
import type { Session } from '../../../../shared/api.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type SessionStore = {
  /** `null` until loaded. */
  sessions: readonly Session[] | null;
  load: () => Promise<void>;
  /** Signs a browser out; this one then shows how to sign in. */
  end: (session: Session) => Promise<void>;
  endAll: () => Promise<void>;
};

export const useSessions = create<SessionStore>()((set) => {
  const load = async () => set({ sessions: (await client.listSessions()).data });
  return {
    sessions: null,
    load: () => notify(load),
    end: ({ id, current }) =>
      notify(async () => {
        await client.endSession(id);
        if (!current) await load();
      }),
    endAll: () => notify(client.endSessions),
  };
});
