import { newToken } from '../../ids.ts';

/** Older ones are forgotten: this is for looking, not for keeping. */
const KEPT = 50;

export type SunkDelivery = { receivedAt: number; headers: Record<string, string>; body: string };

export type Sink = ReturnType<typeof createSink>;

/** A receiver of our own, in memory: webhooks can be tried without a server. Each owner has a secret address. */
export function createSink({ baseUrl }: { baseUrl: () => string }) {
  const tokens = new Map<string, string>();
  const kept: (SunkDelivery & { token: string })[] = [];

  const urlOf = (token: string): string => `${baseUrl()}/sink/${token}`;

  const tokenOf = (owner: string): string => {
    const token = tokens.get(owner) ?? newToken();
    tokens.set(owner, token);
    return token;
  };

  return {
    /** Whether this is the very address of a sink: the only one of our own that takes webhooks. */
    isSink: (url: string): boolean => [...tokens.values()].some((token) => urlOf(token) === url),

    /** Keeps a delivery; false when there is no such sink. */
    receive(token: string, delivery: SunkDelivery): boolean {
      if (![...tokens.values()].includes(token)) return false;
      kept.unshift({ ...delivery, token });
      kept.splice(KEPT);
      return true;
    },

    /** Forgets what was sent about a transcription that is deleted. */
    forget(id: string): void {
      const left = kept.filter(({ body }) => !body.includes(`"${id}"`));
      kept.splice(0, kept.length, ...left);
    },

    /** The address and what arrived there, the newest first. */
    of(owner: string): { url: string; deliveries: SunkDelivery[] } {
      const token = tokenOf(owner);
      return { url: urlOf(token), deliveries: kept.filter((delivery) => delivery.token === token) };
    },
  };
}
