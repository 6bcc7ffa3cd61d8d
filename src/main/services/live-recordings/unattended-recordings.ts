import { hostname } from 'node:os';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import { createMutex } from '../../core/mutex.ts';
import type { Core } from '../../core.ts';
import type { Principal } from '../principal.ts';
import { closeSound, type OpenedRecording, patienceMs, takesSound } from './opened-recording.ts';
import type { RecordingFolders, RecordingNote } from './recording-folder.ts';

/** How often it is looked whether something is to be done. */
const LOOK_EVERY_MS = 5_000;
/** After a start, how long a recording waits for whoever was making it to come back. */
const COME_BACK_MS = 60_000;
/** How often it is tried again to finish one that could not be, or to highlight what was marked. */
const AGAIN_MS = 60_000;
/** Two clocks of one machine that differ by more: one of them was set, or this machine slept. */
const SET_MS = 1_000;
/** How long it can be asked for after it was finished. */
const REMEMBERED_MS = 24 * 3_600_000;

type Ports = {
  recordings: Map<string, OpenedRecording>;
  folders: RecordingFolders;
  open: (note: RecordingNote, heardAt: number) => Promise<OpenedRecording>;
  finish: (recording: OpenedRecording) => Promise<void>;
  remove: (recording: OpenedRecording) => Promise<void>;
  /** The same, and tells of it, where it has no sound; whether it had none. */
  discardEmpty: (recording: OpenedRecording) => Promise<boolean>;
  highlightMarks: (
    transcriptionId: string,
    of: Pick<RecordingNote, 'marks'> & { principal: Principal },
  ) => Promise<boolean>;
};

/** What happens to recordings by itself: those that are left are finished, and what is done with is forgotten. */
export function createUnattended(
  { clock, config, events, logger }: Pick<Core, 'clock' | 'config' | 'events' | 'logger'>,
  { recordings, folders, open, finish, remove, discardEmpty, highlightMarks }: Ports,
) {
  const stopping = new AbortController();
  const triedAt = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();

  /** When it counts as heard of last, so that whoever makes it has a moment to come back. */
  const heardLast = (note: RecordingNote, heardAt: number): number =>
    Math.max(heardAt, clock.now() + COME_BACK_MS - patienceMs(note));

  const take = async (note: RecordingNote): Promise<void> => {
    if (!takesSound({ note })) {
      const over = { note, heardAt: note.statusAt, mutex: createMutex() };
      recordings.set(note.id, {
        ...{ ...over, sound: null, text: null, problem: null, finishing: null },
      });
      return;
    }
    await open(note, heardLast(note, note.status === 'paused' ? note.statusAt : 0));
  };

  const isLeft = (recording: OpenedRecording): boolean =>
    takesSound(recording) && clock.now() >= recording.heardAt + patienceMs(recording.note);

  /** One that got no sound at all is nothing to keep. */
  const endLeft = async (recording: OpenedRecording): Promise<void> => {
    if ((await discardEmpty(recording)) || !isLeft(recording)) return;
    triedAt.set(recording.note.id, clock.now());
    logger.info({ recordingId: recording.note.id }, 'a recording that was left is finished');
    await finish(recording);
  };

  const settle = async (recording: OpenedRecording): Promise<void> => {
    const { note } = recording;
    if (takesSound(recording)) {
      if (isLeft(recording)) await endLeft(recording);
      return;
    }
    if (note.status === 'finishing') {
      if (!recording.finishing && mayTry(note)) await finish(recording);
      return;
    }
    if (note.transcriptionId !== null && note.marks.length > 0) {
      if (mayTry(note)) await placeMarks(recording);
    } else if (clock.now() >= note.statusAt + REMEMBERED_MS) {
      await remove(recording);
      triedAt.delete(note.id);
    }
  };

  /** Whether it was not tried a moment ago. */
  const mayTry = ({ id }: RecordingNote): boolean => {
    const now = clock.now();
    const at = triedAt.get(id) ?? 0;
    if (at <= now && now < at + AGAIN_MS) return false;
    triedAt.set(id, now);
    return true;
  };

  const placeMarks = async (recording: OpenedRecording): Promise<void> => {
    const { transcriptionId, marks, principal } = recording.note;
    if (transcriptionId === null) return;
    if (!(await highlightMarks(transcriptionId, { marks, principal }))) return;
    const placed = { ...recording.note, marks: [] };
    await folders.write(placed);
    recording.note = placed;
  };

  const settleAll = async (which: (recording: OpenedRecording) => boolean): Promise<void> => {
    for (const recording of [...recordings.values()].filter(which)) {
      if (stopping.signal.aborted) return;
      await settle(recording).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        logger.warn({ recordingId: recording.note.id, err: error }, 'a recording waits');
      });
    }
  };

  /** One after the other, so that no two work on the same recording. */
  const next = (which: (recording: OpenedRecording) => boolean): Promise<void> => {
    last = last.then(() => settleAll(which));
    return last;
  };

  /** After the pieces that are being written. */
  const closeInTurn = async (recording: OpenedRecording): Promise<void> => {
    using _turn = await recording.mutex.take();
    await closeSound(recording);
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'transcription' || !isTerminal(event.transcription.status)) return;
    const { id } = event.transcription;
    for (const { note } of recordings.values()) {
      if (note.transcriptionId !== id) continue;
      triedAt.delete(note.id);
      void next((recording) => recording.note.id === note.id);
    }
  });

  /** A clock that was set says nothing of who is heard: where it was, each has a moment to come back. */
  const hearAgain = (): void => {
    for (const recording of recordings.values()) {
      const { note, heardAt } = recording;
      recording.heardAt = Math.min(clock.now(), heardLast(note, heardAt));
    }
  };

  const keepLooking = async (): Promise<void> => {
    const apart = () => clock.now() - clock.mono();
    for (let before = apart(); !stopping.signal.aborted; before = apart()) {
      await next(() => true);
      await clock.sleep(LOOK_EVERY_MS, stopping.signal).catch(() => {});
      if (Math.abs(apart() - before) > SET_MS) hearAgain();
    }
  };

  return {
    /** Takes over what a start finds, before anybody can ask for it. */
    async begin(): Promise<void> {
      const { notes, unreadable, left } = await folders.readAll();
      const isOurs = ({ machine }: RecordingNote) =>
        config.database === null || machine === hostname();
      for (const note of notes.filter(isOurs)) {
        // The next start tries again; nobody else's has to wait for that.
        await take(note).catch((error: unknown) => {
          const about = { recordingId: note.id, err: error };
          logger.error(about, 'a recording that cannot be opened is kept');
        });
      }
      for (const name of unreadable) logger.warn({ name }, 'a recording without its note is kept');
      for (const name of left) logger.error({ name }, 'a discarded recording cannot be removed');
    },

    start(): void {
      void keepLooking();
    },

    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await last;
      const all = [...recordings.values()];
      await Promise.all(all.map(({ finishing }) => finishing?.catch(() => {})));
      await Promise.all(all.map(closeInTurn));
    },
  };
}
