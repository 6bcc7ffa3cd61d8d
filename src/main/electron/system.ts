/** How the system knows Steno, and hands it what people open with it. */
import { resolve } from 'node:path';
import type { App } from 'electron';
import type { Opener } from './opener.ts';

/** `appId` of electron-builder.yml: Windows shows notifications only of programs whose shortcut has it. */
const APP_ID = 'app.steno.desktop';

type System = { app: App; platform: NodeJS.Platform; opener: Opener };

/** To be called before the app is ready, or what it was started for is missed. */
export function introduceToSystem({ app, platform, opener }: System): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    opener.openArgument(url);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    opener.openArgument(path);
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient('steno');
  // From a checkout the program is Electron itself, which must be told what to run.
  else app.setAsDefaultProtocolClient('steno', process.execPath, [resolve(app.getAppPath())]);
}
