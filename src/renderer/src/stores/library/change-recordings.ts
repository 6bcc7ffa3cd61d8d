/** A recording in the list, on its page, or both: what is known of it here, and a change shown in all of them. */
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { unless } from '../../api/error-text.ts';
import { notify, offer } from '../toasts.ts';
import { useTranscript } from '../transcript/transcript-store.ts';
import { useVersions } from '../transcript/versions-store.ts';
import { useLibrary } from './library-store.ts';

/** The open transcript may be of a recording or a version that is not in the list. */
export function knownRecording(id: string): TranscriptionSummary | undefined {
  const { transcription } = useTranscript.getState();
  const open = transcription?.id === id ? transcription : undefined;
  return useLibrary.getState().byId.get(id) ?? open;
}

export function showRecording(transcription: TranscriptionSummary): void {
  const event = { type: 'transcription', transcription } as const;
  useLibrary.onEvent(event);
  useTranscript.onEvent(event);
  useVersions.onEvent(event);
}

/** So many at once: the service stores them together. */
const AT_ONCE = 4;

/** Does something with each of these recordings. One that somebody has deleted meanwhile is passed over. */
export async function eachRecording(
  ids: readonly string[],
  action: (id: string) => Promise<void>,
): Promise<void> {
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await unless('not_found', () => action(id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

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

/** Makes a recording a favorite, or no longer. */
export const favorRecording = (id: string, favorite: boolean) =>
  notify(async () => showRecording(await client.updateTranscription(id, { favorite })));
