/** A recording that is being made, as the service holds it. */
import {
  type LiveRecording,
  PAUSED_HOURS,
  QUIET_MINUTES,
  type RecordingGap,
} from '../../../shared/recordings.ts';
import { toSeconds } from '../../../shared/time.ts';
import { createMutex, type Mutex } from '../../core/mutex.ts';
import type { CreateLiveText, LiveNews, LiveTextRun } from '../../live/live-text.ts';
import type { RecordingNote } from './recording-folder.ts';
import { openSoundFile, type SoundFile } from './sound-file.ts';

export type OpenedRecording = {
  note: RecordingNote;
  /** Null once it has ended. */
  sound: SoundFile | null;
  /** Its text so far; null where none was asked for. */
  text: LiveTextRun | null;
  /** When something was last heard of whoever makes it. */
  heardAt: number;
  /** Why it could not be finished. */
  problem: string | null;
  /** What changes it does so one after the other. */
  mutex: Mutex;
  /** Under way. */
  finishing: Promise<void> | null;
};

/** Opens what a recording consists of, in its folder. */
export async function openRecording(
  note: RecordingNote,
  {
    folder,
    heardAt,
    liveText,
    onText,
  }: {
    folder: string;
    heardAt: number;
    liveText: CreateLiveText;
    onText: (news: LiveNews) => void;
  },
): Promise<OpenedRecording> {
  const { tracks, live, language, model, translate, vocabulary } = note.request;
  const sound = await openSoundFile(folder, { tracks: tracks.length });
  const { read, durationMs } = sound;
  const heard = { id: note.id, tracks, language, model, translate, vocabulary, read, durationMs };
  return {
    ...{ note, sound, heardAt, problem: null, finishing: null },
    text: live ? liveText(heard, onText) : null,
    mutex: createMutex(),
  };
}

/** No sound comes any more. */
export async function closeSound(recording: OpenedRecording): Promise<void> {
  const { sound, text } = recording;
  recording.sound = null;
  await text?.close();
  await sound?.close();
}

/** How long a recording waits for sound before it ends by itself. */
export const patienceMs = ({ status }: Pick<RecordingNote, 'status'>): number =>
  status === 'paused' ? PAUSED_HOURS * 3_600_000 : QUIET_MINUTES * 60_000;

export const takesSound = ({ note }: Pick<OpenedRecording, 'note'>): boolean =>
  note.status === 'recording' || note.status === 'paused';

/** What is known of its sound, while it grows and afterwards. */
export function extentOf({ note, sound }: OpenedRecording): NonNullable<RecordingNote['ended']> {
  if (!sound) return note.ended ?? { nextPiece: 0, durationMs: 0, gaps: [] };
  const gaps: RecordingGap[] = sound.gaps().map(({ startMs, endMs, track }) => ({
    start: toSeconds(startMs),
    end: toSeconds(endMs),
    track: track === null ? null : (note.request.tracks[track] ?? null),
  }));
  return { nextPiece: sound.next(), durationMs: sound.durationMs(), gaps };
}

export function toView(recording: OpenedRecording): LiveRecording {
  const { note, heardAt, problem } = recording;
  const { nextPiece, durationMs, gaps } = extentOf(recording);
  const { id, status, title, marks } = note;
  const { tracks, live, language, model } = note.request;
  const endsAt = new Date(heardAt + patienceMs(note)).toISOString();
  return {
    ...{ id, status, title, marks, gaps, problem },
    ...{ tracks, live, language, model },
    next_piece: nextPiece,
    duration: toSeconds(durationMs),
    created_at: new Date(note.createdAt).toISOString(),
    ends_at: takesSound(recording) ? endsAt : null,
    transcription_id: note.transcriptionId,
  };
}

/** Such as `Recording 2026-11-26 14.05`: a name of files on every system, and sorted by time. */
export function usualTitle(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `Recording ${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
}
