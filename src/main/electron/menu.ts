import { Menu, type MenuItemConstructorOptions } from 'electron';

type MenuActions = {
  addFiles: () => void;
  addFolder: () => void;
  /** Goes to a page of the window, such as `/settings`. */
  show: (path: string) => void;
};

/** The menus users expect on their system; items without an Electron role call one of the actions. */
export function setUpMenu(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  actions: MenuActions,
): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, isPackaged, actions)));
}

function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  { addFiles, addFolder, show }: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: mac ? 'Settings…' : 'Settings',
    accelerator: 'CmdOrCtrl+,',
    click: () => show('/settings'),
  };
  return [
    ...(mac ? [macAppMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        { label: 'Record…', accelerator: 'CmdOrCtrl+R', click: () => show('/record') },
        { label: 'Add Recordings…', accelerator: 'CmdOrCtrl+O', click: addFiles },
        { label: 'Add Folder…', accelerator: 'CmdOrCtrl+Shift+O', click: addFolder },
        { label: 'Library', accelerator: 'CmdOrCtrl+1', click: () => show('/') },
        { type: 'separator' },
        ...(mac ? [] : [settings, { type: 'separator' } as const]),
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(isPackaged) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'For Developers', click: () => show('/developers') },
        ...(mac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ];
}

function macAppMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

function viewItems(isPackaged: boolean): MenuItemConstructorOptions[] {
  return [
    // Its usual key is the recorder's.
    { role: 'reload', accelerator: 'F5' },
    ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}
