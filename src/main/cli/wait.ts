import type { Client } from '../../shared/client.ts';
import { isTerminal } from '../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../shared/transcription/transcription.ts';

/** Waits until all are over, or the signal aborts, telling every change on the way. */
export async function waitForAll(
  client: Client,
  ids: readonly string[],
  onChange: (changed: TranscriptionSummary) => void,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set(ids);
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const see = (changed: TranscriptionSummary) => {
    if (!open.has(changed.id)) return;
    onChange(changed);
    if (isTerminal(changed.status)) open.delete(changed.id);
    if (open.size === 0) over.abort();
  };
  while (open.size > 0 && !signal.aborted) {
    await listen(client, open, see, either);
  }
}

/** Passes states on until the connection ends or the signal aborts. Rejects when the service is gone. */
async function listen(
  client: Client,
  open: ReadonlySet<string>,
  see: (changed: TranscriptionSummary) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const { event } of client.events(signal)) {
      if (event.type === 'transcription') see(event.transcription);
      if (event.type !== 'reload') continue;
      for (const id of [...open]) see(await client.getTranscription(id));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
