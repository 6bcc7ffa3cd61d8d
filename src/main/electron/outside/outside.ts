import { app } from 'electron';
import type { ServerEvent } from '../../../shared/api.ts';
import { setOpenAtLogin } from '../system.ts';
import type { MainWindow } from '../window/main-window.ts';
import { createActivityLog } from './activity.ts';
import { createNotifications, createTray, createWakefulness } from './tray.ts';

/** Everything Steno shows outside its window: the tray, the progress on its icon, notifications. */
export function showOutside({
  window,
  iconFile,
  subscribe,
}: {
  window: MainWindow;
  iconFile: string;
  subscribe: (listener: (event: ServerEvent) => void) => void;
}): void {
  const log = createActivityLog();
  const notify = createNotifications((id) => window.show({ path: `/t/${id}` }));
  const keepAwake = createWakefulness();
  const tray = createTray({ iconFile, open: () => window.show(), quit: () => app.quit() });
  subscribe((event) => {
    if (event.type === 'settings') void openAtLogin(event.settings.open_at_login);
    const before = log.now();
    const ended = log.apply(event);
    const now = log.now();
    if (now.active !== before.active || now.progress !== before.progress) {
      tray.show(now);
      window.showProgress(now.progress);
      keepAwake(now.active > 0);
    }
    if (ended && !window.isFocused()) notify(ended);
  });
}

function openAtLogin(open: boolean): Promise<void> {
  const { platform, env } = process;
  // An AppImage runs from a folder that disappears when it exits.
  const program = env['APPIMAGE'] ?? process.execPath;
  return setOpenAtLogin({ app, platform, program, configDir: app.getPath('appData') }, open);
}
