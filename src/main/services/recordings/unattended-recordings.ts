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
/** How often it is tried again to finish one that could not be. */
const AGAIN_MS = 60_000;
/** How long it can be asked for after it was finished. */
const REMEMBERED_MS = 24 * 3_600_000;

type Ports = {
  recordings: Map<string, OpenedRecording>;
  folders: RecordingFolders;
  open: (note: RecordingNote, heardAt: number) => Promise<OpenedRecording>;
  finish: (recording: OpenedRecording) => Promise<void>;
  remove: (recording: OpenedRecording) => Promise<void>;
  /** The same, and tells of it. */
  discard: (recording: OpenedRecording) => Promise<void>;
  highlightMarks: (
    transcriptionId: string,
    of: Pick<RecordingNote, 'marks'> & { principal: Principal },
  ) => Promise<boolean>;
};

/** What happens to recordings by itself: those that are left are finished, and what is done with is forgotten. */
export function createUnattended(
  { clock, config, events, logger }: Pick<Core, 'clock' | 'config' | 'events' | 'logger'>,
  { recordings, folders, open, finish, remove, discard, highlightMarks }: Ports,
) {
  const stopping = new AbortController();
  const triedAt = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();

  const take = async (note: RecordingNote): Promise<void> => {
    if (!takesSound({ note })) {
      const over = { note, heardAt: note.statusAt, mutex: createMutex() };
      recordings.set(note.id, {
        ...{ ...over, sound: null, text: null, problem: null, finishing: null },
      });
      return;
    }
    const paused = note.status === 'paused' ? note.statusAt : 0;
    await open(note, Math.max(paused, clock.now() + COME_BACK_MS - patienceMs(note)));
  };

  /** One that got no sound at all is nothing to keep. */
  const endLeft = async (recording: OpenedRecording): Promise<void> => {
    if (await recording.sound?.isEmpty()) return discard(recording);
    triedAt.set(recording.note.id, clock.now());
    logger.info({ recordingId: recording.note.id }, 'a recording that was left is finished');
    await finish(recording);
  };

  const settle = async (recording: OpenedRecording): Promise<void> => {
    const { note, heardAt } = recording;
    const now = clock.now();
    if (takesSound(recording)) {
      if (now >= heardAt + patienceMs(note)) await endLeft(recording);
      return;
    }
    if (note.status === 'finishing') {
      if (recording.finishing || now < (triedAt.get(note.id) ?? 0) + AGAIN_MS) return;
      triedAt.set(note.id, now);
      await finish(recording);
      return;
    }
    if (note.transcriptionId !== null && note.marks.length > 0) await placeMarks(recording);
    else if (now >= note.statusAt + REMEMBERED_MS) await remove(recording);
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
    const done = await recording.mutex.take();
    await closeSound(recording).finally(done);
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'transcription' || !isTerminal(event.transcription.status)) return;
    const { id } = event.transcription;
    if ([...recordings.values()].some(({ note }) => note.transcriptionId === id)) {
      void next(({ note }) => note.transcriptionId === id);
    }
  });

  const keepLooking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await next(({ note }) => note.status !== 'finished' || note.marks.length === 0);
      await clock.sleep(LOOK_EVERY_MS, stopping.signal).catch(() => {});
    }
  };

  return {
    /** Takes over what a start finds, before anybody can ask for it. */
    async begin(): Promise<void> {
      const { notes, unreadable } = await folders.readAll();
      const isOurs = ({ machine }: RecordingNote) =>
        config.database === null || machine === hostname();
      for (const note of notes.filter(isOurs)) await take(note);
      for (const name of unreadable) logger.warn({ name }, 'a recording without its note is kept');
    },

    start(): void {
      void next(({ note }) => note.marks.length > 0);
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
