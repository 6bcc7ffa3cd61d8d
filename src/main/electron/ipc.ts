/** What the window may call. The caller and its arguments are checked here and nowhere else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHANNELS } from '../../preload/bridge.ts';
import type { SavedFiles } from './saved-files.ts';

/** The part of Electron's event that identifies the sender. */
type Sender = { senderFrame: { origin: string; parent: unknown } | null };
type Handle = (channel: string, run: (event: Sender, argument: unknown) => unknown) => void;

type Ipc = {
  /** `ipcMain.handle`. */
  handle: Handle;
  /** The origin of the window's own page. */
  origin: string;
  savedFiles: SavedFiles;
  /** Where the recordings are kept, each in a folder named like its transcription. */
  recordingsDir: string;
  showInFolder: (path: string) => void;
  /** Lets the user choose a folder; `null` if none is chosen. */
  chooseFolder: () => Promise<string | null>;
  openCaptions: (recordingId: string) => void;
  /** The page is ready to be told what to show. */
  onReady: () => void;
};

const TranscriptionId = z.string().regex(/^trs_[A-Za-z0-9]{22}$/);
const RecordingId = z.string().regex(/^rec_[A-Za-z0-9]{22}$/);

export function setUpIpc({
  handle,
  origin,
  savedFiles,
  recordingsDir,
  showInFolder,
  chooseFolder,
  openCaptions,
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
  // An id has neither dots nor slashes: nothing outside of the folder can be named.
  answer(CHANNELS.showRecording, TranscriptionId, (id) => {
    const path = join(recordingsDir, id, 'media');
    const isKept = existsSync(path);
    if (isKept) showInFolder(path);
    return isKept;
  });
  answer(CHANNELS.chooseFolder, z.undefined(), chooseFolder);
  answer(CHANNELS.openCaptions, RecordingId, openCaptions);
  answer(CHANNELS.ready, z.undefined(), onReady);
}
