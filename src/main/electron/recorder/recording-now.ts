import type { LiveRecording } from '../../../shared/recordings.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';

/** `null`: nothing is being recorded. */
export type RecordingNow = 'on' | 'paused' | null;

export type RecordingsNow = ReturnType<typeof createRecordingsNow>;

/** Whether anything is being recorded, by the window or by other programs. */
export function createRecordingsNow() {
  const open = new Map<string, LiveRecording['status']>();
  const take = ({ id, status }: LiveRecording) => {
    if (status === 'recording' || status === 'paused') open.set(id, status);
    else open.delete(id);
  };
  return {
    take,
    apply(event: ServerEvent): void {
      if (event.type === 'recording') take(event.recording);
      if (event.type === 'recording_discarded') open.delete(event.id);
    },
    now(): RecordingNow {
      const states = [...open.values()];
      if (states.includes('recording')) return 'on';
      return states.length > 0 ? 'paused' : null;
    },
  };
}
