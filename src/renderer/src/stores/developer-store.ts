import type { Usage } from '../../../shared/accounts.ts';
import type { WebhookEvent, WebhookSink, WebhookTestResult } from '../../../shared/webhooks.ts';
import { client } from '../api/client.ts';
import { refusalOf } from '../api/error-text.ts';
import { createStore } from './create-store.ts';
import { notify } from './toasts.ts';

const INITIAL = {
  /** All three are `null` until loaded. */
  usage: null as Usage | null,
  deliveries: null as readonly WebhookEvent[] | null,
  sink: null as WebhookSink | null,
  /** Where the list of deliveries goes on. */
  nextCursor: null as string | null,
  /** How the last test event went. */
  tested: null as WebhookTestResult | null,
};

export const useDevelopers = createStore(INITIAL, (set, get) => {
  const load = async () => {
    const [page, sink] = await Promise.all([client.listDeliveries(), client.getSink()]);
    set({ deliveries: page.data, nextCursor: page.next_cursor, sink });
  };
  return {
    loadUsage: () => notify(async () => set({ usage: await client.getUsage() })),
    /** Looks again at what was sent, and at what the built-in receiver got. */
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

    redeliver: (id: string) =>
      notify(async () => {
        const event = await client.redeliver(id);
        set(({ deliveries }) => ({
          deliveries: (deliveries ?? []).map((one) => (one.id === id ? event : one)),
        }));
      }),

    /** Sends a test event; the sentence to show at the field when the service refuses the address, else `null`. */
    sendTest: async (url: string) => {
      set({ tested: null });
      const refusal = await refusalOf(async () => {
        set({ tested: await client.testWebhook({ url }) });
      });
      if (refusal === null) await notify(load);
      return refusal;
    },
  };
});
