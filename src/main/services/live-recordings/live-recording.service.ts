import {
  type LiveRecording,
  type LiveRecordingList,
  type LiveText,
  MAX_MARKS,
  type MarkMoment,
  type OpenRecording,
  type PieceAcknowledgement,
  type PieceQuery,
} from '../../../shared/recordings.ts';
import { toMs, toSeconds } from '../../../shared/time.ts';
import { AppError } from '../../core/errors.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import type { CreateLiveText } from '../../live/live-text.ts';
import { maySee, ownerOf, type Principal } from '../principal.ts';
import type { CheckOptions } from '../transcriptions/request-check.ts';
import { createOpening } from './begin-recording.ts';
import { createFinishing, type FinishPorts } from './finish-recording.ts';
import { createMarkHighlights, type MarkPorts } from './mark-highlights.ts';
import {
  closeSound,
  extentOf,
  type OpenedRecording,
  openRecording,
  takesSound,
  toView,
} from './opened-recording.ts';
import { createRecordingFolders, type RecordingNote } from './recording-folder.ts';
import { createUnattended } from './unattended-recordings.ts';

export type LiveRecordingPorts = Omit<FinishPorts, 'transcriptions'> &
  Omit<MarkPorts, 'transcriptions'> & {
    transcriptions: FinishPorts['transcriptions'] & MarkPorts['transcriptions'];
    checkOptions: CheckOptions;
    liveText: CreateLiveText;
    /** @throws disk_full unless so many bytes more fit */
    requireFreeDisk: (path: string, bytes: number) => Promise<void>;
  };

const STOPPING = 'Steno is being stopped. Send this piece again once it runs.';
const NO_SOUND = 'Nothing was recorded: no sound has arrived. Discard the recording.';
const NO_TEXT: LiveText = { segments: [], provisional: [], until: 0, behind: 0, problem: null };
const NO_SUCH = 'There is no recording with this id that is being made.';

export type LiveRecordingService = ReturnType<typeof createLiveRecordingService>;

/** Recordings that are being made: they are opened, get sound piece by piece, and become transcriptions. */
export function createLiveRecordingService(
  core: Pick<Core, 'config' | 'clock' | 'dataFolder' | 'events' | 'closing' | 'logger'>,
  { checkOptions, requireFreeDisk, liveText, ...ports }: LiveRecordingPorts,
) {
  const { config, clock, dataFolder, events, logger } = core;
  const folders = createRecordingFolders(config.dataDir, dataFolder);
  const toTranscription = createFinishing(core, { ...ports, folders });
  const highlightMarks = createMarkHighlights(core, ports);
  const recordings = new Map<string, OpenedRecording>();

  const find = (id: string, principal: Principal): OpenedRecording => {
    const found = recordings.get(id);
    if (found && maySee(principal, ownerOf(found.note.principal))) return found;
    throw new AppError('not_found', { message: NO_SUCH });
  };

  const tell = (recording: OpenedRecording): LiveRecording => {
    const view = toView(recording);
    events.emit({ type: 'recording', recording: view }, ownerOf(recording.note.principal));
    return view;
  };

  const open = async (begun: RecordingNote, heardAt: number): Promise<OpenedRecording> => {
    const { id, principal } = begun;
    const opened = await openRecording(begun, {
      folder: folders.folderOf(id),
      heardAt,
      liveText,
      onText: (news) => events.emit({ type: 'recording_text', id, ...news }, ownerOf(principal)),
    });
    recordings.set(id, opened);
    return opened;
  };

  const openInTurn = createOpening(core, { recordings, folders, checkOptions, open });

  const note = async (
    recording: OpenedRecording,
    change: Partial<RecordingNote>,
  ): Promise<void> => {
    const changed = { ...recording.note, ...change };
    await folders.write(changed);
    recording.note = changed;
  };

  /** Changes one that still takes sound, after what was asked for before. @throws recording_over, not_found */
  const inTurn = async <Result>(
    recording: OpenedRecording,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    using _turn = await recording.mutex.take();
    requireKept(recordings, recording);
    if (!takesSound(recording)) throw new AppError('recording_over');
    return await dataFolder.during(work);
  };

  /** Nobody finds it from here on, and whoever waits for a turn at it hears that it is gone. */
  const remove = async (recording: OpenedRecording): Promise<void> => {
    const { mutex, note } = recording;
    recordings.delete(note.id);
    using _turn = await mutex.take();
    await closeSound(recording);
    const isGone = await folders.remove(note.id);
    if (!isGone) logger.error({ name: note.id }, 'a discarded recording cannot be removed');
  };

  /** One that could not be removed is there again. */
  const takeBack = async (recording: OpenedRecording): Promise<void> => {
    if (takesSound(recording)) await open(recording.note, recording.heardAt);
    else recordings.set(recording.note.id, recording);
  };

  /** It was never there, also for those who follow it. */
  const discard = async (recording: OpenedRecording): Promise<void> => {
    const { id, principal } = recording.note;
    await remove(recording).catch(async (error: unknown) => {
      await takeBack(recording);
      throw error;
    });
    logger.info({ recordingId: id }, 'a recording was discarded');
    events.emit({ type: 'recording_discarded', id }, ownerOf(principal));
  };

  /** Whether it was, since no sound came: what is being written is waited for. */
  const discardEmpty = async (recording: OpenedRecording): Promise<boolean> => {
    const done = await recording.mutex.take();
    try {
      if (!(await recording.sound?.isEmpty())) return false;
      // While it is our turn, so that no piece is taken in between.
      recordings.delete(recording.note.id);
    } finally {
      done();
    }
    await discard(recording);
    return true;
  };

  /** From here on it takes no sound. @throws empty_media */
  const end = (recording: OpenedRecording): Promise<void> =>
    inTurn(recording, async () => {
      if (await recording.sound?.isEmpty())
        throw new AppError('empty_media', { message: NO_SOUND });
      const change = { status: 'finishing', statusAt: clock.now() } as const;
      await note(recording, { ...change, ended: extentOf(recording) });
      await closeSound(recording);
      tell(recording);
    });

  const finishNow = async (recording: OpenedRecording): Promise<void> => {
    requireKept(recordings, recording);
    if (takesSound(recording)) await end(recording);
    if (recording.note.status === 'finished') return;
    try {
      await toTranscription(recording.note, (now) => {
        recording.note = now;
        // At once, so that nobody sees one that is finished and has a problem.
        recording.problem = null;
      });
    } catch (error) {
      recording.problem = toAppError(error).message;
      throw error;
    } finally {
      tell(recording);
    }
  };

  /** Whoever asks while it is under way waits for the same. */
  const finish = (recording: OpenedRecording): Promise<void> => {
    recording.finishing ??= finishNow(recording).finally(() => {
      recording.finishing = null;
    });
    return recording.finishing;
  };

  const setStatus = async (
    id: string,
    status: 'recording' | 'paused',
    principal: Principal,
  ): Promise<LiveRecording> => {
    const recording = find(id, principal);
    await inTurn(recording, async () => {
      recording.heardAt = clock.now();
      if (recording.note.status !== status)
        await note(recording, { status, statusAt: clock.now() });
    });
    return tell(recording);
  };

  const unattended = createUnattended(core, {
    ...{ recordings, folders, highlightMarks },
    ...{ open, finish, remove, discardEmpty },
  });

  return {
    ...unattended,

    /** Opens one, or finds the one that the same idempotency key opened. @throws as creating a transcription; too_many_recordings */
    async open(
      request: OpenRecording,
      principal: Principal,
      idempotencyKey: string | null,
    ): Promise<{ recording: LiveRecording; isNew: boolean }> {
      const { recording, isNew } = await openInTurn(request, principal, idempotencyKey);
      return { recording: isNew ? tell(recording) : toView(recording), isNew };
    },

    list: (principal: Principal): LiveRecordingList => ({
      data: [...recordings.values()]
        .filter(({ note: { status } }) => status !== 'finished')
        .filter(({ note: known }) => maySee(principal, ownerOf(known.principal)))
        .toSorted((a, b) => b.note.createdAt - a.note.createdAt)
        .map(toView),
    }),

    get: (id: string, principal: Principal): LiveRecording => toView(find(id, principal)),

    /** What has been said, from the segment with this id on. */
    text(id: string, from: number, principal: Principal): LiveText {
      const { text } = find(id, principal);
      return text?.text(from) ?? NO_TEXT;
    },

    /** On the disk when it resolves. @throws recording_over, piece_…, invalid_request, recording_too_long, disk_full */
    async put(
      { id, number }: { id: string; number: number },
      samples: Uint8Array,
      { at, missing, principal }: PieceQuery & { principal: Principal },
    ): Promise<PieceAcknowledgement> {
      const recording = find(id, principal);
      const track = missing === undefined ? -1 : recording.note.request.tracks.indexOf(missing);
      if (missing !== undefined && track === -1) {
        const message = `The recording has no track of the ${missing}.`;
        throw new AppError('invalid_request', { param: 'missing', message });
      }
      await inTurn(recording, async () => {
        // It was closed for a stop, and is opened again by the next start.
        if (!recording.sound) throw new AppError('internal', { message: STOPPING });
        await requireFreeDisk(folders.soundOf(id), samples.length);
        await recording.sound.append({
          number,
          samples,
          atMs: at === undefined ? null : toMs(at),
          missing: track === -1 ? null : track,
        });
        recording.heardAt = clock.now();
        recording.text?.grew();
      });
      const { status, next_piece, duration } = toView(recording);
      return { status, next_piece, duration };
    },

    pause: (id: string, principal: Principal) => setStatus(id, 'paused', principal),
    resume: (id: string, principal: Principal) => setStatus(id, 'recording', principal),

    /** @throws recording_over, invalid_request */
    async mark(
      id: string,
      { at, comment }: MarkMoment,
      principal: Principal,
    ): Promise<LiveRecording> {
      const recording = find(id, principal);
      await inTurn(recording, async () => {
        const moment = at ?? toSeconds(extentOf(recording).durationMs);
        const others = recording.note.marks.filter((mark) => mark.at !== moment);
        if (others.length >= MAX_MARKS) {
          const message = `At most ${MAX_MARKS} moments of a recording are marked.`;
          throw new AppError('invalid_request', { message });
        }
        const marks = [...others, { at: moment, comment }].toSorted((a, b) => a.at - b.at);
        await note(recording, { marks });
      });
      return tell(recording);
    },

    /** Resolves once it is a transcription. @throws empty_media; what stands in the way, such as disk_full */
    async finish(id: string, principal: Principal): Promise<LiveRecording> {
      const recording = find(id, principal);
      await finish(recording);
      return toView(recording);
    },

    /** Throws its sound away. @throws wrong_state once it is a transcription */
    async discard(id: string, principal: Principal): Promise<void> {
      const recording = find(id, principal);
      while (recording.finishing) await recording.finishing.catch(() => {});
      if (recording.note.status === 'finished') {
        const message = 'The recording is a transcription already. Delete that.';
        throw new AppError('wrong_state', { message });
      }
      requireKept(recordings, recording);
      await discard(recording);
    },
  };
}

/** It may have been discarded while somebody waited. @throws not_found */
function requireKept(
  recordings: ReadonlyMap<string, OpenedRecording>,
  recording: OpenedRecording,
): void {
  if (recordings.get(recording.note.id) === recording) return;
  throw new AppError('not_found', { message: NO_SUCH });
}
