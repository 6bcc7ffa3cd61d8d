import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The menus people expect on their system; every entry is one of Electron's own roles. */
export function setUpMenu(platform: NodeJS.Platform, isPackaged: boolean): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, isPackaged)));
}

function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const developer: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ role: 'toggleDevTools' }, { type: 'separator' }];
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        ...developer,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
