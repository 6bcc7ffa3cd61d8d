import { isMediaName } from '../../../shared/sources/media-extensions.ts';

/** The dropped files and the recordings in dropped folders, sorted by name; what is hidden is left out. */
export async function readDropped(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files = await Promise.all(
    entries.map(async (entry) => {
      if (isFolder(entry)) return recordingsIn(entry);
      return isFile(entry) ? [await toFile(entry)] : [];
    }),
  );
  return files.flat();
}

/** The recordings among the files of a chosen folder, in the same order. */
export function recordingsAmong(files: readonly File[]): File[] {
  return files
    .filter(({ webkitRelativePath: path }) => isMediaName(path) && !/(?:^|\/)\./.test(path))
    .toSorted((a, b) => BY_NAME.compare(a.webkitRelativePath, b.webkitRelativePath));
}

async function recordingsIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const entries = (await listFolder(folder)).filter(({ name }) => !name.startsWith('.'));
  const found: File[] = [];
  for (const entry of entries.toSorted((a, b) => BY_NAME.compare(a.name, b.name))) {
    if (isFolder(entry)) found.push(...(await recordingsIn(entry)));
    else if (isFile(entry) && isMediaName(entry.name)) found.push(await toFile(entry));
  }
  return found;
}

/** `2.mp3` comes before `10.mp3`. */
const BY_NAME = new Intl.Collator(undefined, { numeric: true });

/** Browsers list a folder in chunks, the last of which is empty. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (piece.length === 0) return all;
    all.push(...piece);
  }
}

function toFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
