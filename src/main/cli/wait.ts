import type { Client } from '../../shared/client.ts';
import { isTerminal } from '../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../shared/transcription/transcription.ts';
import { followEvents } from './follow-events.ts';

/** Waits until all are over, or the signal aborts, telling every change on the way. Rejects when the service is gone. */
export async function waitForAll(
  client: Client,
  ids: readonly string[],
  onChange: (changed: TranscriptionSummary) => void,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set(ids);
  if (open.size === 0) return;
  const see = (changed: TranscriptionSummary) => {
    if (!open.has(changed.id)) return;
    onChange(changed);
    if (isTerminal(changed.status)) open.delete(changed.id);
  };
  const over = new AbortController();
  try {
    for await (const event of followEvents(client, AbortSignal.any([signal, over.signal]))) {
      if (event.type === 'transcription') see(event.transcription);
      if (event.type === 'reload') {
        for (const id of [...open]) see(await client.getTranscription(id));
      }
      if (open.size === 0) return;
    }
  } finally {
    over.abort();
  }
}
