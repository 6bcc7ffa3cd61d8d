/** What the window may call. Who is calling, and with what, is checked here and nowhere else. */
import { z } from 'zod';
import { CHANNELS } from '../../preload/bridge.ts';
import type { SavedFiles } from './saved-files.ts';

/** The part of Electron's event that says who sent it. */
type Sender = { senderFrame: { origin: string; parent: unknown } | null };
type Handle = (channel: string, run: (event: Sender, argument: unknown) => unknown) => void;

type Ipc = {
  /** `ipcMain.handle`. */
  handle: Handle;
  /** The origin of the window's own page. */
  origin: string;
  savedFiles: SavedFiles;
  showInFolder: (path: string) => void;
  /** Asks the person for a folder; `null` when they give none. */
  chooseFolder: () => Promise<string | null>;
  /** The page listens for what is to be shown. */
  onReady: () => void;
};

export function setUpIpc({
  handle,
  origin,
  savedFiles,
  showInFolder,
  chooseFolder,
  onReady,
}: Ipc): void {
  const answer = <Schema extends z.ZodType>(
    channel: string,
    schema: Schema,
    run: (argument: z.output<Schema>) => unknown,
  ) =>
    handle(channel, ({ senderFrame }, argument) => {
      const trusted = senderFrame?.origin === origin && senderFrame.parent === null;
      if (!trusted) throw new Error('Only the main frame of the own page may call this.');
      return run(schema.parse(argument));
    });

  answer(CHANNELS.showSavedFile, z.string().max(64), (id) => {
    const path = savedFiles.path(id);
    if (path !== undefined) showInFolder(path);
  });
  answer(CHANNELS.chooseFolder, z.undefined(), chooseFolder);
  answer(CHANNELS.ready, z.undefined(), onReady);
}
