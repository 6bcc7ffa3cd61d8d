import { mkdirSync, renameSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256OfFile } from '../../core/file-digest.ts';
import { ownFile } from '../../core/file-paths.ts';
import { newFileId, newToken, newTranscriptionId } from '../../core/ids.ts';
import { statPlain } from '../../core/plain-file.ts';
import type { Core } from '../../core.ts';
import { createKeyRepository } from '../../repositories/accounts/key.repository.ts';
import {
  createFileRepository,
  type StoredFile,
  uploadIn,
  uploadUrl,
} from '../../repositories/file.repository.ts';
import type { OwnEntry } from '../../repositories/folder/data-folder.ts';
import {
  entriesAside,
  putBack,
  type UnknownPlace,
} from '../../repositories/folder/unknown-entries.ts';
import { JobOptions } from '../../repositories/jobs/job.ts';
import { type RequestNote, readRequestNote } from '../../repositories/jobs/request-note.ts';
import {
  createTranscriptionRepository,
  type NewJob,
} from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { linkFile } from '../../storage/folder-storage.ts';
import { uploadKey } from '../../storage/media-storage.ts';
import { WINDOW } from '../principal.ts';
import { newRecording, ownership } from '../transcriptions/new-transcription.ts';

const NAME = 'Recovered recording';
const WARNING = {
  code: 'recovered' as const,
  message:
    'The database had lost this recording, so it is transcribed again from what was found. Corrections made before are lost.',
};

/** Makes the transcriptions again that the database has lost, from what lies aside. Nobody pays for them again. */
export function createRecoveredTranscriptions(
  core: Pick<Core, 'db' | 'config' | 'folders' | 'storage' | 'clock'>,
) {
  const { db, config, folders, storage, clock } = core;
  const { dataDir } = config;
  const transcriptions = createTranscriptionRepository(db);
  const files = createFileRepository(db);
  const keys = createKeyRepository(db);

  const insert = async (job: NewJob): Promise<string> => {
    await transcriptions.insert(job, { idempotency: null, reuse: null });
    return job.id;
  };

  /** Whether all uploads of a request are there, with their rows. */
  const bringUploads = async (place: UnknownPlace, { job, uploads }: RequestNote) => {
    const needed = [job.sourceUrl, job.options.transcript ?? ''].flatMap(
      (url) => uploadIn(url) ?? [],
    );
    for (const id of needed) {
      if (await files.find(id, EVERYTHING)) continue;
      const upload = uploads.find((known) => known.id === id);
      if (!upload) return false;
      putBack(dataDir, place, { folder: 'files', name: id });
      if ((await storage.find(uploadKey(id)))?.bytes !== upload.bytes) return false;
      await files.insert({ ...upload, keyId: await ownerOf(upload.keyId) });
    }
    return true;
  };

  /** A key that the database does not know either owns nothing: what was its own is the window's. */
  const ownerOf = async (keyId: string | null): Promise<string | null> =>
    (await keys.list()).some(({ id }) => id === keyId) ? keyId : null;

  /** As it was asked for, under its id; null where its recording is gone. */
  const fromNote = async (place: UnknownPlace, entry: OwnEntry, note: RequestNote) => {
    if (!(await bringUploads(place, note))) return null;
    const { job } = note;
    const work = ownFile(folders.work, job.id);
    const wasOver = entry.folder === 'recordings';
    const media = wasOver ? await sourceIn(place, entry) : null;
    if (!wasOver) putBack(dataDir, place, entry);
    else if (uploadIn(job.sourceUrl) === null && media) await linkFile(media, join(work, 'media'));
    const isFetched = job.sourceHost !== null && (await statPlain(join(work, 'media'))) !== null;
    const keyId = await ownerOf(job.keyId);
    const options = wasOver ? { ...job.options, webhook_url: null } : job.options;
    return insert({
      ...newRecording(job.sourceUrl, null),
      ...job,
      options,
      keyId,
      test: keyId === null ? false : job.test,
      voiceMemory: keyId === job.keyId ? job.voiceMemory : ownership(WINDOW).voiceMemory,
      metered: false,
      known: { mediaName: isFetched ? 'media' : null, warnings: [WARNING] },
    });
  };

  /** A recording of which nothing else is known becomes an upload of the window. */
  const fromMedia = async (id: string, path: string, uploadId: string, signal: AbortSignal) => {
    const sha256 = await sha256OfFile(path, signal);
    const target = ownFile(join(dataDir, 'files'), uploadId);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    renameSync(path, target);
    const { size } = await stat(target);
    const upload: StoredFile = {
      ...{ id: uploadId, filename: NAME, bytes: size, sha256, createdAt: clock.now() },
      ...{ keyId: null, test: false, path: null },
    };
    await files.insert(upload);
    return insert({
      ...newRecording(uploadUrl(uploadId), upload),
      ...ownership(WINDOW),
      id,
      options: JobOptions.parse({}),
      subtitleToken: newToken(),
      createdAt: clock.now(),
      known: { mediaName: null, warnings: [WARNING] },
    });
  };

  const isKnown = async (id: string) => (await transcriptions.find(id, EVERYTHING)) !== null;

  return {
    /** Null if it was not asked for in a note, or its recording is gone. */
    async asNoted(place: UnknownPlace, entry: OwnEntry): Promise<string | null> {
      if (entry.folder === 'files' || (await isKnown(entry.name))) return null;
      const note = readRequestNote(ownFile(join(place.path, entry.folder), entry.name), entry.name);
      return note && fromNote(place, entry, note);
    },

    /** Null if there is no recording in it. */
    async asFound(place: UnknownPlace, entry: OwnEntry, signal: AbortSignal) {
      // Recordings are not in this folder where they are in a bucket.
      if (storage.address !== null) return null;
      const path = await sourceIn(place, entry);
      if (!path || (await isKnown(entry.name))) return null;
      const isUpload = entry.folder === 'files';
      const id = isUpload ? newTranscriptionId() : entry.name;
      return fromMedia(id, path, isUpload ? entry.name : newFileId(), signal);
    },

    entries: entriesAside,
  };
}

/** The recording among an entry's files: as it was fetched, else as it was played; null if it is not there whole. */
async function sourceIn({ path }: UnknownPlace, { folder, name }: OwnEntry) {
  const entry = ownFile(join(path, folder), name);
  const paths = folder === 'files' ? [entry] : [join(entry, 'source'), join(entry, 'media')];
  for (const file of paths) if (await statPlain(file)) return file;
  return null;
}
