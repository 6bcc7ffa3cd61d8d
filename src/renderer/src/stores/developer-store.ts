import { create } from 'zustand';
import type { Usage } from '../../../shared/api.ts';
import type { WebhookEvent, WebhookSink, WebhookTestResult } from '../../../shared/webhooks.ts';
import { client } from '../api/client.ts';
import { notify } from './toasts.ts';

type DeveloperStore = {
  /** All three are `null` until loaded. */
  usage: Usage | null;
  deliveries: readonly WebhookEvent[] | null;
  sink: WebhookSink | null;
  /** Where the list of deliveries goes on. */
  nextCursor: string | null;
  /** How the last test event went. */
  tested: WebhookTestResult | null;
  loadUsage: () => Promise<void>;
  /** Looks anew at what was sent, and at what the built-in receiver got. */
  loadDeliveries: () => Promise<void>;
  loadMoreDeliveries: () => Promise<void>;
  redeliver: (id: string) => Promise<void>;
  sendTest: (url: string) => Promise<void>;
};

export const useDevelopers = create<DeveloperStore>()((set, get) => {
  const load = async () => {
    const [page, sink] = await Promise.all([client.listDeliveries(), client.getSink()]);
    set({ deliveries: page.data, nextCursor: page.next_cursor, sink });
  };
  return {
    usage: null,
    deliveries: null,
    sink: null,
    nextCursor: null,
    tested: null,
    loadUsage: () => notify(async () => set({ usage: await client.getUsage() })),
    loadDeliveries: () => notify(load),

    loadMoreDeliveries: () =>
      notify(async () => {
        const cursor = get().nextCursor;
        if (cursor === null) return;
        const page = await client.listDeliveries({ cursor });
        if (get().nextCursor !== cursor) return;
        set(({ deliveries }) => ({
          deliveries: [...(deliveries ?? []), ...page.data],
          nextCursor: page.next_cursor,
        }));
      }),

    redeliver: (id) =>
      notify(async () => {
        const event = await client.redeliver(id);
        set(({ deliveries }) => ({
          deliveries: (deliveries ?? []).map((one) => (one.id === id ? event : one)),
        }));
      }),

    sendTest: (url) =>
      notify(async () => {
        set({ tested: null });
        set({ tested: await client.testWebhook({ url }) });
        await load();
      }),
  };
});
