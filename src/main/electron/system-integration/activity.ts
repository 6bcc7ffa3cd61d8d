import type { ServerEvent } from '../../../shared/server-event.ts';
import type { RecordingNow } from '../recorder/recording-now.ts';

/** The current activity; `progress` is the mean of all unfinished transcriptions, `null` if there are none. */
export type Activity = { active: number; progress: number | null };

export type Ended = { id: string; title: string; completed: boolean; message: string | null };

/** Follows the live events, for the tray, the progress on the icon, and notifications. */
export function createActivityLog() {
  const active = new Map<string, number>();
  return {
    /** Processes an event. Returns the transcription that it ended, if that was in progress. */
    apply(event: ServerEvent): Ended | null {
      if (event.type === 'transcription_deleted') active.delete(event.id);
      if (event.type !== 'transcription') return null;
      const { id, status, progress, error } = event.transcription;
      if (status === 'queued' || status === 'processing') {
        active.set(id, progress);
        return null;
      }
      const wasActive = active.delete(id);
      if (!wasActive || error?.code === 'canceled') return null;
      const completed = status === 'completed';
      return {
        id,
        title: event.transcription.source.title ?? event.transcription.source.url,
        completed,
        message: error?.message ?? null,
      };
    },

    now(): Activity {
      const parts = [...active.values()];
      const sum = parts.reduce((total, part) => total + part, 0);
      return { active: parts.length, progress: parts.length > 0 ? sum / parts.length : null };
    },
  };
}

/** As text, for a tooltip. */
export function describeActivity({ active, progress }: Activity, recording: RecordingNow): string {
  if (recording !== null)
    return recording === 'on' ? 'Steno: recording sound' : 'Steno: recording is paused';
  if (progress === null) return 'Steno';
  const percent = Math.floor(progress * 100);
  return active === 1
    ? `Steno: transcribing, ${percent}%`
    : `Steno: ${active} recordings, ${percent}%`;
}
