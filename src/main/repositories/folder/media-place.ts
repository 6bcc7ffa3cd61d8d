/** Where the uploads and recordings of a data folder lie: in it, or in a bucket. */
import { AppError } from '../../errors.ts';
import { ownEntries, readNote, writeNote } from './data-folder.ts';

/** As far as the folder itself can tell. Changes nothing. @throws storage_unusable */
export function refuseOtherPlace(folder: string, address: string | null): void {
  const known = readNote(folder)?.storage;
  if (address === null && known !== undefined) {
    throw new AppError('storage_unusable', {
      message: `The recordings of ${folder} are in ${known}. Name it with --storage, or choose another folder with --data.`,
    });
  }
  const here = ownEntries(folder).filter((entry) => entry.folder !== 'work');
  if (address !== null && known === undefined && here.length > 0) {
    throw new AppError('storage_unusable', {
      message: `The data folder ${folder} has recordings of its own. "steno storage move" moves them into ${address}; or choose another folder with --data.`,
    });
  }
}

/**
 * The same for what the bucket tells: whose its media are, null if nobody's.
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

/** Remembers where the recordings are, for starts without the option and for other commands. */
export function noteMediaPlace(folder: string, address: string): void {
  const note = readNote(folder);
  if (note && note.storage !== address) writeNote(folder, { ...note, storage: address });
}
