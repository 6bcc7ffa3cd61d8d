import { navigate } from './router.ts';
import { useLinks } from './stores/library/link-store.ts';
import { toasts } from './stores/toasts.ts';

/** In the desktop app: follows its menus, notifications and links, and says where saved files are. */
export function followDesktopApp(): void {
  if (!window.steno) return;
  window.steno.onOpen(({ path, link }) => {
    navigate(path);
    if (link) useLinks.offer(link);
  });
  // A browser shows its downloads itself.
  window.steno.onFileSaved(({ id, name }) => {
    toasts.add({
      title: `Saved ${name}`,
      actionProps: {
        children: 'Show in folder',
        onClick: () => void window.steno?.showSavedFile(id),
      },
    });
  });
  void window.steno.ready();
}
