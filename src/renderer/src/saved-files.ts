import { toasts } from './stores/toasts.ts';

/** In the desktop app: says where a saved file is. A browser shows its downloads itself. */
export function announceSavedFiles(): void {
  window.steno?.onFileSaved(({ id, name }) => {
    toasts.add({
      title: `Saved ${name}`,
      actionProps: {
        children: 'Show in folder',
        onClick: () => void window.steno?.showSavedFile(id),
      },
    });
  });
}
