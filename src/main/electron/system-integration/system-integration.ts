import {
  app,
  globalShortcut,
  Menu,
  type NativeImage,
  Notification,
  nativeImage,
  powerSaveBlocker,
  Tray,
} from 'electron';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { setOpenAtLogin } from '../app-lifecycle.ts';
import type { RecordingNow, RecordingsNow } from '../recorder/recording-now.ts';
import type { MainWindow } from '../window/main-window.ts';
import { type Activity, createActivityLog, describeActivity, type Ended } from './activity.ts';

/** What Steno shows in the desktop itself: the tray, the progress on its icon, notifications; keeps it awake. */
export function integrateWithSystem({
  window,
  iconFile,
  recordings,
  subscribe,
}: {
  window: MainWindow;
  iconFile: string;
  recordings: RecordingsNow;
  subscribe: (listener: (event: ServerEvent) => void) => void;
}): void {
  const log = createActivityLog();
  const notify = createNotifications((id) => window.show({ path: `/t/${id}` }));
  const keepAwake = createSleepBlocker();
  const record = () => window.show({ path: '/record' });
  const tray = createTray({ iconFile, open: () => window.show(), record, quit: () => app.quit() });
  tray.show(log.now(), recordings.now());
  // Another program may have it already.
  globalShortcut.register(RECORD_SHORTCUT, record);
  subscribe((event) => {
    if (event.type === 'settings') void openAtLogin(event.settings.open_at_login);
    const before = { ...log.now(), recording: recordings.now() };
    recordings.apply(event);
    const ended = log.apply(event);
    const now = { ...log.now(), recording: recordings.now() };
    const { active, progress, recording } = now;
    if (
      active !== before.active ||
      progress !== before.progress ||
      recording !== before.recording
    ) {
      tray.show(now, recording);
      window.showProgress(progress);
      keepAwake(active > 0 || recording === 'on');
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

/** Brings the recorder to the front from any program. */
const RECORD_SHORTCUT = 'CommandOrControl+Alt+Shift+R';
const SIZE = 22;

/** The tray icon: shows the activity, and opens or quits Steno. */
function createTray({
  iconFile,
  open,
  record,
  quit,
}: {
  iconFile: string;
  open: () => void;
  record: () => void;
  quit: () => void;
}) {
  const icon = nativeImage.createFromPath(iconFile).resize({ width: SIZE, height: SIZE });
  const tray = new Tray(icon);
  let shown = '';
  const recordingIcon = withDot(icon);
  const show = (activity: Activity, recording: RecordingNow) => {
    const description = describeActivity(activity, recording);
    // A new menu would close the one the user has just opened.
    if (description === shown) return;
    shown = description;
    tray.setToolTip(description);
    tray.setImage(recording === 'on' ? recordingIcon : icon);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: description, enabled: false },
        { type: 'separator' },
        { label: recording === null ? 'Record…' : 'Show the Recording', click: record },
        { label: 'Open Steno', click: open },
        { label: 'Quit', click: quit },
      ]),
    );
  };
  tray.on('click', open);
  return { show };
}

/** The icon with a red dot in its corner: sound is recorded. */
function withDot(icon: NativeImage): NativeImage {
  const pixels = icon.toBitmap();
  const { width, height } = icon.getSize();
  const radius = width / 4;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x + 0.5 - (width - radius), y + 0.5 - (height - radius));
      // Blue, green, red, and opaque.
      if (distance <= radius) pixels.set([35, 24, 210, 255], (y * width + x) * 4);
    }
  return nativeImage.createFromBitmap(pixels, { width, height });
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
