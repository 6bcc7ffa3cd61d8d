/** Where recordings lie while they are made: a folder each, with a note of how it stands beside its sound. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KeyScope } from '../../../shared/accounts.ts';
import {
  OpenRecording,
  RecordingGap,
  RecordingMark,
  RecordingStatus,
} from '../../../shared/recordings.ts';
import type { FolderWatch } from '../../core/data-folder-watch.ts';
import { publishFile } from '../../core/durable-files.ts';
import { isNodeError, succeeds } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { readJsonFile } from '../../core/json-file.ts';
import { namesIn } from '../../repositories/folder/data-folder.ts';
import { SOUND } from './sound-file.ts';

const NOTE = 'recording.json';
const OWN_NAME = /^rec_[0-9A-Za-z]{22}$/;
/** A folder that is being removed has this at the end of its name. */
const GONE = '.gone';

/** What is known of a recording beside its sound. */
export const RecordingNote = z.object({
  id: z.string(),
  /** Several services may share the folder: the one on this machine takes its sound. */
  machine: z.string(),
  /** Who began it, and whom its transcription will belong to. */
  principal: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('window') }),
    z.object({ kind: z.literal('key'), keyId: z.string(), test: z.boolean(), scope: KeyScope }),
  ]),
  request: OpenRecording,
  title: z.string(),
  idempotencyKey: z.string().nullable(),
  status: RecordingStatus,
  /** Since when. */
  statusAt: z.int(),
  createdAt: z.int(),
  marks: z.array(RecordingMark),
  /** What its sound was when it ended. */
  ended: z
    .object({ nextPiece: z.int(), durationMs: z.int(), gaps: z.array(RecordingGap) })
    .nullable(),
  /** The upload it was made, and the transcription of that. */
  uploadUrl: z.string().nullable(),
  transcriptionId: z.string().nullable(),
});
export type RecordingNote = z.infer<typeof RecordingNote>;

export type RecordingFolders = ReturnType<typeof createRecordingFolders>;

/** Nothing is ever removed but what was discarded, or is a transcription. */
export function createRecordingFolders(dataDir: string, dataFolder: Pick<FolderWatch, 'make'>) {
  const root = join(dataDir, 'live');
  const folderOf = (id: string) => ownFile(root, id);

  return {
    folderOf,

    soundOf: (id: string): string => join(folderOf(id), SOUND),

    make: (id: string): Promise<void> => dataFolder.make(folderOf(id)),

    /** On the disk when it resolves. */
    async write(note: RecordingNote): Promise<void> {
      const path = join(folderOf(note.id), NOTE);
      await writeFile(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
      await publishFile(`${path}.part`, path);
    },

    /**
     * The notes of all recordings, the names of those whose note is gone or cannot be read, and of what was discarded and
     * cannot be removed.
     */
    async readAll(): Promise<{ notes: RecordingNote[]; unreadable: string[]; left: string[] }> {
      const [notes, unreadable, left]: [RecordingNote[], string[], string[]] = [[], [], []];
      for (const name of namesIn(root)) {
        if (name.endsWith(GONE)) await removeAll(join(root, name)).catch(() => left.push(name));
        if (!OWN_NAME.test(name)) continue;
        const note = await readJsonFile(join(folderOf(name), NOTE), RecordingNote);
        if (note?.id === name) notes.push(note);
        else unreadable.push(name);
      }
      return { notes, unreadable, left };
    },

    removeFile: (id: string, name: string): Promise<void> =>
      rm(ownFile(folderOf(id), name), { force: true }),

    /**
     * Half of it is never left: it is renamed first. Whether nothing of it is left: what cannot be removed is nobody's
     * recording any more, and the next start tries again.
     */
    async remove(id: string): Promise<boolean> {
      const gone = `${folderOf(id)}${GONE}`;
      await rename(folderOf(id), gone).catch((error: unknown) => {
        if (!(isNodeError(error) && error.code === 'ENOENT')) throw error;
      });
      return succeeds(removeAll(gone));
    },
  };
}

const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
