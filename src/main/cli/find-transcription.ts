import { ApiError, type Client } from '../../shared/client.ts';
import type { Transcription } from '../../shared/transcription/transcription.ts';

/** What is said of a transcription that was deleted while a command waited for it. */
export const DELETED = 'It was deleted.';

/** Without its words; null if it was deleted meanwhile. */
export async function findTranscription(client: Client, id: string): Promise<Transcription | null> {
  try {
    return await client.getTranscription(id, { words: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
