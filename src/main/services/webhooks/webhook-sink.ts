import { newToken } from '../../core/ids.ts';
import type { Core } from '../../core.ts';

/** Older deliveries are dropped: the sink is for inspection, not storage. */
const KEPT = 50;

export type SunkDelivery = { receivedAt: number; headers: Record<string, string>; body: string };

export type Sink = ReturnType<typeof createSink>;

/** An in-memory receiver that lets users try webhooks without a server. Each owner has a secret URL. */
export function createSink(core: Pick<Core, 'events' | 'localUrl' | 'onStop'>) {
  const { events, localUrl, onStop } = core;
  const tokens = new Map<string, string>();
  const kept: (SunkDelivery & { token: string })[] = [];

  const urlOf = (token: string): string => `${localUrl()}/sink/${token}`;

  const tokenOf = (owner: string): string => {
    const token = tokens.get(owner) ?? newToken();
    tokens.set(owner, token);
    return token;
  };

  // Deliveries about a transcription are deleted with it.
  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'transcription_deleted') return;
    const left = kept.filter(({ body }) => !body.includes(`"${event.id}"`));
    kept.splice(0, kept.length, ...left);
  });
  onStop(unsubscribe);

  return {
    /** Whether this is exactly the URL of a sink: the only one of ours that accepts webhooks. */
    isSink: (url: string): boolean => [...tokens.values()].some((token) => urlOf(token) === url),

    /** Stores a delivery; false if there is no such sink. */
    receive(token: string, delivery: SunkDelivery): boolean {
      if (![...tokens.values()].includes(token)) return false;
      kept.unshift({ ...delivery, token });
      kept.splice(KEPT);
      return true;
    },

    /** The sink's URL and what arrived there, newest first. */
    of(owner: string): { url: string; deliveries: SunkDelivery[] } {
      const token = tokenOf(owner);
      return { url: urlOf(token), deliveries: kept.filter((delivery) => delivery.token === token) };
    },
  };
}
