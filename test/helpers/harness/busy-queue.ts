import {
  FETCHES_AT_ONCE,
  FETCHES_PER_HOST,
} from '../../../src/main/queue/transcription-pipeline.ts';
import type { Client } from '../../../src/shared/client.ts';
import { startOrigin } from '../servers/http-origin.ts';
import { until } from './until.ts';

/** Has the queue wait for servers that never answer, so that links which are submitted meanwhile stay queued. */
export async function keepQueueBusy(
  client: Client,
): Promise<{ id: string; release(): Promise<void> }> {
  const count = Math.ceil(FETCHES_AT_ONCE / FETCHES_PER_HOST);
  const origins = await Promise.all(Array.from({ length: count }, () => startOrigin(() => {})));
  const busy: string[] = [];
  for (const { url } of [...origins, ...origins].slice(0, FETCHES_AT_ONCE)) {
    busy.push((await client.createTranscription({ url: `${url}/silent.mp3` })).id);
  }
  await until(
    () => origins.reduce((sum, { requests }) => sum + requests.length, 0) === FETCHES_AT_ONCE,
  );
  return {
    /** One of those it is busy with. */
    id: busy[0] ?? '',
    /** Ends what is queued as well, so that nothing is ever looked up. */
    async release(): Promise<void> {
      const { data } = await client.listTranscriptions({ status: ['queued', 'processing'] });
      const queuedFirst = data.toSorted((a, b) => busy.indexOf(a.id) - busy.indexOf(b.id));
      for (const job of queuedFirst) await client.cancelTranscription(job.id);
      await Promise.all(origins.map((origin) => origin.close()));
    },
  };
}
