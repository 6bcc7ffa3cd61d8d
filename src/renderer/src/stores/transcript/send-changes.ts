import { ApiError } from '../../../../shared/client.ts';
import {
  type EditedSegments,
  MAX_EDITS_AT_ONCE,
} from '../../../../shared/transcription/editing.ts';
import { client } from '../../api/client.ts';
import type { SegmentChange } from './transcript-changes.ts';
import { useTranscript } from './transcript-store.ts';

/** Browsers let at most 64 KB outlive their page. */
const KEEPALIVE_CHANGES = 100;

/** Has the service store changes of a transcription, whether its page is still open or not. */
export async function sendChanges(
  id: string,
  changes: readonly SegmentChange[],
  keepalive: boolean,
): Promise<void> {
  const { id: open, pending, stored } = useTranscript.getState();
  // What a request before this one has stored is not sent again.
  const wanted = open === id ? changes.filter((change) => pending.has(change.id)) : changes;
  for (let at = 0; at < wanted.length; at += MAX_EDITS_AT_ONCE) {
    const part = wanted.slice(at, at + MAX_EDITS_AT_ONCE);
    stored(id, await sendPart(id, part, keepalive && part.length <= KEEPALIVE_CHANGES), part);
  }
}

/** What was changed elsewhere meanwhile is loaded, and the changes made on top of it. */
async function sendPart(
  id: string,
  part: readonly SegmentChange[],
  keepalive: boolean,
): Promise<EditedSegments> {
  const send = async () => {
    const edit = { revision: await revisionOf(id), segments: [...part] };
    return client.editSegments(id, edit, { keepalive });
  };
  try {
    return await send();
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'edited_elsewhere')) throw thrown;
    const { id: open, reload } = useTranscript.getState();
    if (open === id) await reload();
    return send();
  }
}

async function revisionOf(id: string): Promise<number> {
  const { id: open, transcription } = useTranscript.getState();
  if (open === id && transcription) return transcription.revision;
  return (await client.getTranscription(id)).revision;
}
