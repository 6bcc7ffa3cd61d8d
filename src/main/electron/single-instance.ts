import type { App } from 'electron';

/** Whether this is the only running Steno; a later start only hands its command line over. */
export function takeSingleInstance(
  app: App,
  onSecondStart: (argv: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, argv) => onSecondStart(argv));
  return true;
}
