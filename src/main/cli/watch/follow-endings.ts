import type { Client } from '../../../shared/client.ts';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { followEvents } from '../terminal/report.ts';

export type Endings = ReturnType<typeof followEndings>;

/** Tells when transcriptions end, over one stream of live events for all of them. */
export function followEndings(
  client: Client,
  { onChange, signal }: { onChange: (changed: TranscriptionSummary) => void; signal: AbortSignal },
) {
  const open = new Map<string, () => void>();
  const endAll = () => {
    for (const end of open.values()) end();
  };
  signal.addEventListener('abort', endAll, { once: true });

  const see = (changed: TranscriptionSummary): void => {
    const end = open.get(changed.id);
    if (!end) return;
    onChange(changed);
    if (isTerminal(changed.status)) end();
  };
  /** What happened before anybody listened has to be asked for. */
  const ask = async (id: string): Promise<void> =>
    see(await client.getTranscription(id, { words: false }));

  return {
    /** Follows until the signal aborts. Rejects when the service has stopped. */
    async run(): Promise<void> {
      for await (const event of followEvents(client, signal)) {
        if (event.type === 'transcription') see(event.transcription);
        if (event.type === 'reload') for (const id of [...open.keys()]) await ask(id);
      }
    },

    /** Resolves once the transcription has ended, or the signal aborts. Several may wait for the same. */
    async ended(id: string): Promise<void> {
      const before = open.get(id);
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        before?.();
        resolve();
      };
      open.set(id, end);
      await ask(id);
      if (!signal.aborted) await promise;
      open.delete(id);
    },
  };
}
