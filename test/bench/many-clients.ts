/** Clients that ask a service at the same time, and how long each answer takes. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Answer = { ms: number; body: string };

/** One request, from its first byte to the last one of its answer. */
export function ask(agent: Agent, key: string, url: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if ((response.statusCode ?? 500) >= 300) reject(new Error(text));
        else resolve({ ms: performance.now() - startedAt, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/**
 * `count` requests by so many clients, each of which asks one after the other on a connection of its own, and not
 * before `pauseMs` have passed since it asked last. The clients begin spread over one pause.
 */
export async function byClients(
  clients: number,
  count: number,
  one: (agent: Agent, index: number) => Promise<Answer>,
  pauseMs = 0,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const client = async (_: unknown, number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await sleep((pauseMs * number) / clients);
    while (next < count) {
      const pause = sleep(pauseMs);
      answers.push(await one(agent, next++));
      if (pauseMs > 0) await pause;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** The time that this share of the samples is below, in ms. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
