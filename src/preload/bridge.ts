/** The whole of what the window may ask of the desktop shell, and what the shell tells it. */

/** A file the window saved; the shell alone knows where. */
export type SavedFile = { id: string; name: string };

export type Bridge = {
  /** Calls back after each saved file, until the function it returns is called. */
  onFileSaved: (listener: (file: SavedFile) => void) => () => void;
  /** Shows a saved file in the system's file manager. */
  showSavedFile: (id: string) => Promise<void>;
};

export const CHANNELS = {
  fileSaved: 'file-saved',
  showSavedFile: 'show-saved-file',
} as const;
