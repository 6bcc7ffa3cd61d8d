import { hostname } from 'node:os';
import { MAX_OPEN_RECORDINGS, type OpenRecording } from '../../../shared/recordings.ts';
import { AppError } from '../../core/errors.ts';
import { newRecordingId } from '../../core/ids.ts';
import { createMutex } from '../../core/mutex.ts';
import type { Core } from '../../core.ts';
import { isOwner, ownerOf, type Principal } from '../principal.ts';
import type { CheckOptions } from '../transcriptions/request-check.ts';
import { type OpenedRecording, takesSound, usualTitle } from './opened-recording.ts';
import type { RecordingFolders, RecordingNote } from './recording-folder.ts';

/** Opens recordings one at a time: how many the caller has, and which idempotency key opened them, is looked at first. */
export function createOpening(
  { clock, dataFolder }: Pick<Core, 'clock' | 'dataFolder'>,
  {
    recordings,
    folders,
    checkOptions,
    open,
  }: {
    recordings: ReadonlyMap<string, OpenedRecording>;
    folders: RecordingFolders;
    checkOptions: CheckOptions;
    open: (note: RecordingNote, heardAt: number) => Promise<OpenedRecording>;
  },
) {
  const mutex = createMutex();

  const ownOf = (principal: Principal) =>
    [...recordings.values()].filter(({ note }) => isOwner(principal, ownerOf(note.principal)));

  const openedBy = (idempotencyKey: string | null, principal: Principal) =>
    ownOf(principal).find(
      ({ note }) => idempotencyKey !== null && note.idempotencyKey === idempotencyKey,
    );

  const begin = async (
    asked: Pick<RecordingNote, 'request' | 'principal' | 'idempotencyKey'>,
  ): Promise<OpenedRecording> => {
    await checkOptions(asked.request, asked.principal);
    if (ownOf(asked.principal).filter(takesSound).length >= MAX_OPEN_RECORDINGS) {
      throw new AppError('too_many_recordings');
    }
    const now = clock.now();
    const note: RecordingNote = {
      ...{ ...asked, id: newRecordingId(), machine: hostname() },
      title: asked.request.title ?? usualTitle(now),
      ...{ status: 'recording', statusAt: now, createdAt: now, marks: [] },
      ...{ ended: null, uploadUrl: null, transcriptionId: null },
    };
    try {
      return await dataFolder.during(async () => {
        await folders.make(note.id);
        await folders.write(note);
        return open(note, now);
      });
    } catch (error) {
      await folders.remove(note.id).catch(() => {});
      throw error;
    }
  };

  return async (
    request: OpenRecording,
    principal: Principal,
    idempotencyKey: string | null,
  ): Promise<{ recording: OpenedRecording; isNew: boolean }> => {
    using _turn = await mutex.take();
    const before = openedBy(idempotencyKey, principal);
    if (!before) {
      return { recording: await begin({ request, principal, idempotencyKey }), isNew: true };
    }
    if (JSON.stringify(before.note.request) === JSON.stringify(request)) {
      return { recording: before, isNew: false };
    }
    throw new AppError('idempotency_mismatch');
  };
}
