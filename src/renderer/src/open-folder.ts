import { notify, toasts } from './stores/toasts.ts';

/** Shows a recording's file in the system's file manager; `null` in a browser, which cannot. */
export function folderOpener(id: string): (() => void) | null {
  const { steno } = window;
  if (!steno) return null;
  return () =>
    void notify(async () => {
      if (await steno.showRecording(id)) return;
      toasts.add({ title: 'This recording is no longer kept', description: 'Only its text is.' });
    });
}
