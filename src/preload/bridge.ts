/** All that the window can ask of the desktop shell, and what the shell tells it. */

/** A file the window saved; only the shell knows where. */
export type SavedFile = { id: string; name: string };

/** Something to show: a page of the window, such as `/t/trs_…`, or a link for the user to confirm. */
export type OpenMessage = { path: string; link?: string };

export type Bridge = {
  /** Calls back after each saved file, until the returned function is called. */
  onFileSaved: (listener: (file: SavedFile) => void) => () => void;
  /** Shows a saved file in the system's file manager. */
  showSavedFile: (id: string) => Promise<void>;
  /** Shows the kept recording of a transcription in the system's file manager; `false` if none is kept. */
  showRecording: (transcriptionId: string) => Promise<boolean>;
  /** Lets the user choose a folder: its path, or `null` if the user cancels. */
  chooseFolder: () => Promise<string | null>;
  /** Opens the window of a recording's captions, above all others. */
  openCaptions: (recordingId: string) => Promise<void>;
  /** Calls back when a menu, a notification or a `steno://` link wants something shown. */
  onOpen: (listener: (message: OpenMessage) => void) => () => void;
  /** Says that the window is ready, so that earlier requests are delivered now. */
  ready: () => Promise<void>;
};

/** The names of the messages between the window and the shell. */
export const CHANNELS = {
  fileSaved: 'file-saved',
  showSavedFile: 'show-saved-file',
  showRecording: 'show-recording',
  chooseFolder: 'choose-folder',
  openCaptions: 'open-captions',
  open: 'open',
  ready: 'ready',
} as const;
