/** Where the uploads and recordings of a data folder are stored: in it, or in a bucket. */
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { createSettingsRepository } from '../settings.repository.ts';
import { notWritable, ownEntries, readNote, writeNote } from './data-folder.ts';

/** Stored with the settings, as it concerns all services on a database. */
const SETTING = 'media_storage';

/** As far as the folder itself shows. Changes nothing. @throws storage_unusable, data_not_writable */
export function refuseOtherPlace(folder: string, address: string | null): void {
  try {
    refuseUnlessPlace(folder, address);
  } catch (error) {
    throw error instanceof AppError ? error : notWritable(folder, error);
  }
}

function refuseUnlessPlace(folder: string, address: string | null): void {
  const known = readNote(folder)?.storage;
  if (address === null) {
    if (known === undefined) return;
    throw new AppError('storage_unusable', {
      message: `The recordings of ${folder} are in ${known}. Name it with --storage, or choose another folder with --data.`,
    });
  }
  if (known !== undefined || ownEntries(folder).every((entry) => entry.folder === 'work')) return;
  throw new AppError('storage_unusable', {
    message: `The data folder ${folder} has recordings of its own. "steno storage move" moves them into ${address}; or choose another folder with --data.`,
  });
}

/**
 * The same with what the bucket shows: the owner of its media, null if they have none.
 * @throws storage_unusable
 */
export function refuseOtherOwner(
  folder: string,
  { address, owner, isShared }: { address: string; owner: string | null; isShared: boolean },
): void {
  const note = readNote(folder);
  const known = note?.storage;
  if (owner === null && known !== undefined) {
    const what = known === address ? 'It was emptied, or it is another one' : 'It is empty';
    throw new AppError('storage_unusable', {
      message: `The recordings of ${folder} are in ${known}, and ${address} has none of them. ${what}.`,
    });
  }
  // A new folder of another machine may belong to the same database in PostgreSQL.
  const mayBeIts = owner === null || owner === note?.id || (isShared && !note?.id);
  if (mayBeIts) return;
  throw new AppError('storage_unusable', {
    message: `${address} has the recordings of another data folder or database. Choose another prefix with --storage.`,
  });
}

/**
 * The same with what the database shows, also for services with another data folder. `isIts`: the bucket has its media.
 * @throws storage_unusable
 */
export async function refuseOtherDatabase(
  db: Database,
  { address, isIts }: { address: string | null; isIts: boolean },
): Promise<void> {
  const known = (await createSettingsRepository(db).all())[SETTING];
  const refuse = (message: string) => {
    throw new AppError('storage_unusable', { message });
  };
  if (address === null) {
    if (typeof known !== 'string') return;
    refuse(`The recordings of this database are in ${known}. Name it with --storage.`);
  }
  if (isIts || known === address) return;
  if (typeof known === 'string') {
    refuse(`The recordings of this database are in ${known}, and ${address} has none of them.`);
  }
  const uploads = db.selectFrom('files').select('id');
  const recordings = db
    .selectFrom('transcriptions')
    .select('id')
    .where('mediaType', 'is not', null);
  const [upload, recording] = [
    await uploads.executeTakeFirst(),
    await recordings.executeTakeFirst(),
  ];
  if (!upload && !recording) return;
  refuse(
    `The database has recordings that are not in ${address}. "steno storage move" moves them there from the data folder they are in.`,
  );
}

/** Records it for all services on the database. */
export async function storeMediaPlace(db: Database, address: string): Promise<void> {
  const settings = createSettingsRepository(db);
  if ((await settings.all())[SETTING] !== address) await settings.save({ [SETTING]: address });
}

/** Remembers where the recordings are, for starts without the option and for other commands. */
export function noteMediaPlace(folder: string, address: string): void {
  const note = readNote(folder);
  if (note && note.storage !== address) writeNote(folder, { ...note, storage: address });
}
