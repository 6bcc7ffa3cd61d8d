import { app, Menu, Notification, nativeImage, powerSaveBlocker, Tray } from 'electron';
import type { ServerEvent } from '../../../shared/api.ts';
import { setOpenAtLogin } from '../system.ts';
import type { MainWindow } from '../window/main-window.ts';
import { type Activity, createActivityLog, describeActivity, type Ended } from './activity.ts';

/** What Steno shows in the desktop itself: the tray, the progress on its icon, notifications; keeps it awake. */
export function integrateWithSystem({
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
  const keepAwake = createSleepBlocker();
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

const SIZE = 22;

/** The tray icon: shows the activity, and opens or quits Steno. */
function createTray({
  iconFile,
  open,
  quit,
}: {
  iconFile: string;
  open: () => void;
  quit: () => void;
}) {
  const icon = nativeImage.createFromPath(iconFile).resize({ width: SIZE, height: SIZE });
  const tray = new Tray(icon);
  let shown = '';
  const show = (activity: Activity) => {
    const description = describeActivity(activity);
    // A new menu would close the one the user has just opened.
    if (description === shown) return;
    shown = description;
    tray.setToolTip(description);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: description, enabled: false },
        { type: 'separator' },
        { label: 'Open Steno', click: open },
        { label: 'Quit', click: quit },
      ]),
    );
  };
  tray.on('click', open);
  show({ active: 0, progress: null });
  return { show };
}

/** Prevents the computer from sleeping during a transcription; the screen may turn off. */
function createSleepBlocker() {
  let blocker: number | null = null;
  return (working: boolean): void => {
    if (working) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}

/** Notifies a user who is not looking at the window that a recording is done or has failed. */
function createNotifications(open: (id: string) => void) {
  // An unreferenced notification is garbage collected, and clicking it then does nothing.
  const held = new Set<Notification>();
  return (ended: Ended): void => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: ended.completed ? 'Transcript ready' : 'Could not transcribe',
      body: ended.completed ? ended.title : `${ended.title}\n${ended.message ?? ''}`.trim(),
    });
    held.add(notification);
    notification.on('click', () => open(ended.id));
    notification.on('close', () => held.delete(notification));
    notification.show();
  };
}
