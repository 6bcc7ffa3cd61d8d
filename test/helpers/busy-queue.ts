import type { Client } from '../../src/shared/client.ts';
import { startOrigin } from './http-origin.ts';
import { until } from './until.ts';

/** Has the queue wait for a server that never answers, so that what is created meanwhile stays queued. */
export async function keepQueueBusy(
  client: Client,
): Promise<{ id: string; release(): Promise<void> }> {
  const origin = await startOrigin(() => {});
  const { id } = await client.createTranscription({ url: `${origin.url}/silent.mp3` });
  await until(() => origin.requests.length > 0);
  return {
    id,
    /** Ends what is queued as well, so that nothing is ever looked up. */
    async release(): Promise<void> {
      const { data } = await client.listTranscriptions({ status: ['queued', 'processing'] });
      const queuedFirst = data.toSorted((a, b) => (a.id === id ? 1 : b.id === id ? -1 : 0));
      for (const job of queuedFirst) await client.cancelTranscription(job.id);
      await origin.close();
    },
  };
}
