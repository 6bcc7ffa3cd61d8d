import type { App } from 'electron';

/** Whether this is the only running Steno; a later start only hands over its command line and where it was typed. */
export function takeSingleInstance(
  app: App,
  onSecondStart: (argv: readonly string[], directory: string) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, argv, directory) => onSecondStart(argv, directory));
  return true;
}
