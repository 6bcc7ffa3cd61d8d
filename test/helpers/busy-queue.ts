import { JOBS_AT_ONCE } from '../../src/main/queue/transcription-pipeline.ts';
import type { Client } from '../../src/shared/client.ts';
import { startOrigin } from './http-origin.ts';
import { until } from './until.ts';

/** Has the queue wait for a server that never answers, so that what is created meanwhile stays queued. */
export async function keepQueueBusy(
  client: Client,
): Promise<{ id: string; release(): Promise<void> }> {
  const origin = await startOrigin(() => {});
  const create = () => client.createTranscription({ url: `${origin.url}/silent.mp3` });
  const { id } = await create();
  const busy = [id];
  while (busy.length < JOBS_AT_ONCE) busy.push((await create()).id);
  await until(() => origin.requests.length === JOBS_AT_ONCE);
  return {
    /** One of those it is busy with. */
    id,
    /** Ends what is queued as well, so that nothing is ever looked up. */
    async release(): Promise<void> {
      const { data } = await client.listTranscriptions({ status: ['queued', 'processing'] });
      const queuedFirst = data.toSorted((a, b) => busy.indexOf(a.id) - busy.indexOf(b.id));
      for (const job of queuedFirst) await client.cancelTranscription(job.id);
      await origin.close();
    },
  };
}
