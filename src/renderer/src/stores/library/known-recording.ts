/** A recording in the list, on its page, or both: what is known of it here, and a change shown in all of them. */
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
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
  useLibrary.getState().apply(event);
  useTranscript.getState().apply(event);
  useVersions.getState().apply(event);
}
