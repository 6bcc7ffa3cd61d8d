import { Menu, nativeImage, Tray } from 'electron';
import { type Activity, describeActivity } from './activity.ts';

const SIZE = 22;

/** The icon beside the clock: says what is going on, and opens or ends Steno. */
export function createTray({
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
    // A new menu would close the one that a person has just opened.
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
