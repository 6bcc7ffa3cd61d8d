/**
 * The few parts of Electron the shell calls, for machines without its program. Each call is reported to the test
 * over the process's channel, and what the test sends back happens here as an event.
 */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DISPLAY = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

const report = (call: string, argument?: unknown): void => {
  process.send?.({ call, argument: plain(argument) });
};

/** Without functions, which the channel cannot carry. */
const plain = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value));

// Where the packaged app has the files next to its archive.
Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] });

class AppStandIn extends EventEmitter {
  readonly commandLine = {
    appendSwitch: (name: string, value: string): void => report('app.switch', { name, value }),
  };
  readonly isPackaged = process.env['STAND_IN_RESOURCES'] !== undefined;
  getLocale = (): string => 'en-GB';
  getAppPath = (): string => '.';
  getLoginItemSettings = () => ({ wasOpenedAtLogin: false });
  requestSingleInstanceLock = (): boolean => process.env['STAND_IN_SECOND'] !== '1';
  setAsDefaultProtocolClient = (...given: unknown[]): void => report('app.protocol', given);
  setLoginItemSettings = (settings: object): void => report('app.loginItem', settings);
  getPath = (name: string): string => join(process.env['STAND_IN_FOLDER'] ?? '', name);
  async whenReady(): Promise<void> {}

  quit(): void {
    let held = false;
    this.emit('before-quit', {
      preventDefault: () => {
        held = true;
      },
    });
    if (!held) this.exit(0);
  }

  exit(code: number): void {
    report('app.exit', code);
    process.exitCode = code;
    process.disconnect?.();
  }
}

export const app = new AppStandIn();

class WebContents extends EventEmitter {
  send = (channel: string, message: unknown): void => report('page.told', { channel, message });
  reload = (): void => report('page.reloaded');
  async printToPDF(options: object): Promise<Uint8Array> {
    report('page.printed', options);
    return Buffer.from('%PDF-1.7 of the stand-in');
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.on('test-open-window', (url: string) => report('page.openedWindow', handler({ url })));
  }
}

let current: BrowserWindow | null = null;

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();

  constructor(options: object) {
    super();
    // Those that are never seen are not the window, nor is that of captions.
    const { title, webPreferences = {} } = options as { title?: string; webPreferences?: object };
    if (!('session' in webPreferences) && title !== 'Captions') current = this;
    report('window.created', options);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadFile(file: string): Promise<void> {
    report('window.loadedFile', { file, page: readFileSync(file, 'utf8') });
  }

  isDestroyed = (): boolean => false;
  destroy = (): void => report('window.destroyed');

  async loadURL(url: string): Promise<void> {
    report('window.loaded', url);
    this.emit('ready-to-show');
  }

  close(): void {
    let held = false;
    const hold = () => {
      held = true;
    };
    this.emit('close', { preventDefault: hold });
    if (held) return;
    report('window.closed');
    this.emit('closed');
    app.emit('window-all-closed');
  }

  show = (): void => report('window.shown');
  hide = (): void => report('window.hidden');
  setAlwaysOnTop = (...given: unknown[]): void => report('window.onTop', given);
  setVisibleOnAllWorkspaces = (): void => {};
  focus = (): void => report('window.focused');
  maximize = (): void => report('window.maximized');
  restore = (): void => report('window.restored');
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => true;
  isFocused = (): boolean => false;
  getNormalBounds = () => ({ x: 40, y: 50, width: 900, height: 700 });
  setProgressBar = (progress: number): void => report('window.progress', progress);
}

export class Tray extends EventEmitter {
  setToolTip = (text: string): void => report('tray.says', text);
  setImage = (image: object): void => report('tray.shows', image);
  setContextMenu = (menu: { template: unknown }): void => {
    trayMenu = menu.template;
  };
}

let trayMenu: unknown;
let appMenu: unknown;

export const Menu = {
  buildFromTemplate: (template: unknown) => ({ template }),
  setApplicationMenu: ({ template }: { template: unknown }): void => {
    appMenu = template;
    report('menu.set', template);
  },
};

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true;
  readonly options: object;

  constructor(options: object) {
    super();
    this.options = options;
  }

  show(): void {
    lastNotification = this;
    report('notification.shown', this.options);
  }
}

let lastNotification: Notification | null = null;

type Handler = (event: object, argument: unknown) => unknown;
const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle: (channel: string, run: Handler): void => void handlers.set(channel, run),
};
export const dialog = {
  showErrorBox: (title: string, message: string): void =>
    report('dialog.error', { title, message }),
  showMessageBox: async (options: object): Promise<{ response: number }> => {
    report('dialog.asked', options);
    return new Promise((resolve) => {
      answerDialog = (response) => resolve({ response });
    });
  },
  showOpenDialog: async () => ({ filePaths: [process.env['STAND_IN_CHOSEN'] ?? ''] }),
};
let answerDialog: (response: number) => void = () => {};
export const shell = {
  openPath: async (path: string): Promise<void> => report('shell.openedPath', path),
  openExternal: async (url: string): Promise<void> => report('shell.opened', url),
  showItemInFolder: (path: string): void => report('shell.showed', path),
};
type OnRequest = (details: object, answer: (what: object) => void) => void;
export const session = {
  fromPartition: (name: string) => ({
    webRequest: {
      onBeforeRequest(listener: OnRequest): void {
        const ask = (url: string, resourceType: string) =>
          listener({ url, resourceType }, (answer) =>
            report('page.mayLoad', { name, url, answer }),
          );
        ask('file:///page.html', 'mainFrame');
        ask('https://example.com/', 'image');
      },
    },
  }),
  defaultSession: Object.assign(new EventEmitter(), {
    setDisplayMediaRequestHandler: (handler: OnDisplayMedia): void => {
      requestDisplayMedia = handler;
    },
    setPermissionCheckHandler: (handler: PermissionCheck): void => {
      checkPermission = handler;
    },
    setPermissionRequestHandler: (handler: PermissionRequest): void => {
      requestPermission = handler;
    },
  }),
};
type OnDisplayMedia = (request: object, answer: (streams: object | null) => void) => void;
let requestDisplayMedia: OnDisplayMedia = () => {};
type PermissionDetails = {
  requestingUrl: string;
  isMainFrame: boolean;
  mediaType?: string;
  mediaTypes?: string[];
};
type PermissionCheck = (
  contents: null,
  permission: string,
  origin: string,
  details: PermissionDetails,
) => boolean;
type PermissionRequest = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: PermissionDetails,
) => void;
let checkPermission: PermissionCheck = () => true;
let requestPermission: PermissionRequest = (_contents, _permission, answer) => answer(true);

/** By its id, as Electron does. */
export const powerSaveBlocker = {
  start: (type: string): number => {
    report('awake.started', type);
    return 7;
  },
  stop: (id: number): void => report('awake.stopped', id),
};
export const screen = { getAllDisplays: () => [DISPLAY] };
export const nativeTheme = { shouldUseDarkColors: false };
export const nativeImage = {
  createFromPath: (file: string) => ({
    resize: () => ({
      file,
      toBitmap: () => Buffer.alloc(22 * 22 * 4),
      getSize: () => ({ width: 22, height: 22 }),
    }),
  }),
  createFromBitmap: (pixels: Buffer) => ({ drawn: pixels.some((value) => value > 0) }),
};
export const globalShortcut = {
  register(keys: string, press: () => void): boolean {
    report('shortcut.registered', keys);
    pressShortcut = press;
    return true;
  },
};
let pressShortcut = () => {};
export const systemPreferences = { askForMediaAccess: async () => true };

/** A process of its own with a port to it, as Electron's utility processes have. */
export const utilityProcess = {
  fork(path: string, args: string[], { serviceName }: { serviceName: string }) {
    report('utility.started', serviceName);
    const child = fork(path, args, {
      execArgv: ['--import', new URL('parent-port.mjs', import.meta.url).href],
      serialization: 'advanced',
    });
    return Object.assign(child, { postMessage: (message: object) => child.send(message) });
  },
};

/** The entry with this label in a menu or its submenus. */
function findEntry(template: unknown, label: string): { click?: () => void } | undefined {
  if (!Array.isArray(template)) return undefined;
  for (const entry of template) {
    if (entry.label === label) return entry;
    const inside = findEntry(entry.submenu, label);
    if (inside) return inside;
  }
  return undefined;
}

const preventable = (call: string, argument?: unknown) => ({
  preventDefault: () => report(call, argument),
});

type AskedPermission = { permission: string; url: string; type?: string };

/** What the test lets happen. */
const happenings: Record<string, (argument: never) => void> = {
  secondStart: ({ argv, directory }: { argv: string[]; directory: string }) =>
    void app.emit('second-instance', {}, argv, directory),
  openUrl: (url: string) => void app.emit('open-url', preventable('app.tookUrl'), url),
  openFile: (path: string) => void app.emit('open-file', preventable('app.tookFile'), path),
  askPermission: ({ permission, url, type = 'audio' }: AskedPermission) => {
    const details = { requestingUrl: url, isMainFrame: true, mediaType: type, mediaTypes: [type] };
    const checked = checkPermission(null, permission, new URL(url).origin, details);
    const answer = (requested: boolean) => report('page.permission', { checked, requested });
    requestPermission(null, permission, answer, details);
  },
  askForComputerSound: ({ securityOrigin, parent }: { securityOrigin: string; parent: unknown }) =>
    requestDisplayMedia({ frame: { parent }, securityOrigin, userGesture: true }, (streams) =>
      report('page.sound', streams),
    ),
  pressShortcut: () => pressShortcut(),
  openCaptions: ({ origin, id }: { origin: string; id: string }) =>
    void handlers.get('open-captions')?.({ senderFrame: { origin, parent: null } }, id),
  download: (path: string) => {
    const item = Object.assign(new EventEmitter(), { getSavePath: () => path });
    session.defaultSession.emit('will-download', {}, item);
    item.emit('done', {}, 'completed');
  },
  showSaved: ({ id, origin }: { id: string; origin: string }) =>
    void handlers.get('show-saved-file')?.({ senderFrame: { origin, parent: null } }, id),
  redirect: (url: string) => {
    const event = { url, ...preventable('page.heldBack', url) };
    current?.webContents.emit('will-redirect', event);
  },
  attachWebview: () =>
    void current?.webContents.emit('will-attach-webview', preventable('page.noWebview')),
  pageReady: (origin: string) =>
    void handlers.get('ready')?.({ senderFrame: { origin, parent: null } }, undefined),
  navigate: (url: string) => {
    const event = { url, preventDefault: () => report('page.heldBack', url) };
    current?.webContents.emit('will-frame-navigate', event);
  },
  loseRenderer: (reason: string) =>
    void current?.webContents.emit('render-process-gone', {}, { reason }),
  openWindow: (url: string) => void current?.webContents.emit('test-open-window', url),
  answerDialog: (response: number) => answerDialog(response),
  closeWindow: () => current?.close(),
  clickNotification: () => void lastNotification?.emit('click'),
  chooseInMenu: (label: string) => findEntry(appMenu, label)?.click?.(),
  chooseInTray: (label: string) => findEntry(trayMenu, label)?.click?.(),
};

process.on('message', ({ what, argument }: { what: string; argument: never }) =>
  happenings[what]?.(argument),
);
