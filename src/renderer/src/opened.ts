import { navigate } from './router.ts';
import { useAddBox } from './stores/library/add-box-store.ts';

/** In the desktop app: shows what a menu, a notification or a `steno://` link asks for. */
export function followShell(): void {
  if (!window.steno) return;
  window.steno.onOpen(({ path, link }) => {
    navigate(path);
    if (link) useAddBox.getState().offer(link);
  });
  void window.steno.ready();
}
