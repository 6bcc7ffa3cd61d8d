import type { App } from 'electron';

/** Whether this is the only running Steno; a later start only calls `onSecondStart` here. */
export function takeSingleInstance(app: App, onSecondStart: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', onSecondStart);
  return true;
}
