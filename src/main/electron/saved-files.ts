import { basename } from 'node:path';
import type { Session } from 'electron';
import { nanoid } from 'nanoid';
import type { SavedFile } from '../../preload/bridge.ts';

const REMEMBERED = 50;

export type SavedFiles = ReturnType<typeof createSavedFiles>;

/** Remembers where the window's downloads were saved, so that the page needs only an id and never a path. */
export function createSavedFiles() {
  const paths = new Map<string, string>();
  return {
    remember(path: string): SavedFile {
      const id = nanoid();
      paths.set(id, path);
      const [oldest] = paths.keys();
      if (paths.size > REMEMBERED && oldest !== undefined) paths.delete(oldest);
      return { id, name: basename(path) };
    },
    path: (id: string): string | undefined => paths.get(id),
  };
}

/** Called with the path of every finished download. */
export function watchDownloads(session: Session, onSaved: (path: string) => void): void {
  session.on('will-download', (_event, item) => {
    item.once('done', (_done, state) => {
      if (state === 'completed') onSaved(item.getSavePath());
    });
  });
}
