import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { notify, offer } from '../toasts.ts';
import { showRecording } from './known-recording.ts';

/** Renames a recording, with `null` to its own title, and offers to undo that; `false` if the service refuses. */
export async function renameRecording(
  { id, source }: Pick<TranscriptionSummary, 'id' | 'source'>,
  title: string | null,
): Promise<boolean> {
  const renamed = await rename(id, title);
  if (!renamed) return false;
  const message = { id: `renamed ${id}`, title: `Renamed to “${titleOf(renamed.source)}”` };
  offer(message, 'Undo', () => void rename(id, source.title));
  return true;
}

function rename(id: string, title: string | null): Promise<TranscriptionSummary | undefined> {
  return notify(async () => {
    const transcription = await client.updateTranscription(id, { title });
    showRecording(transcription);
    return transcription;
  });
}
