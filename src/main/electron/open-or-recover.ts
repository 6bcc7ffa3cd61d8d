import type { App, Dialog, Shell } from 'electron';
import type { AppError } from '../core/errors.ts';
import { toAppError } from '../core/system-errors.ts';
import { lastGoodBackup } from '../repositories/folder/backups.ts';
import { restore } from '../repositories/folder/restore.ts';
import { asksForBackup } from '../repositories/folder/startup-checks.ts';

type Parts = { app: App; dialog: Dialog; shell: Shell; now: () => number };

/**
 * Opens the app's data. If its database is lost or damaged, offers the last sound backup, and changes nothing unless
 * the user agrees. False if they choose to quit.
 */
export async function openOrRecover(
  dataDir: string,
  open: () => Promise<void>,
  parts: Parts,
): Promise<boolean> {
  for (;;) {
    try {
      await open();
      return true;
    } catch (error) {
      if (!asksForBackup(error)) throw error;
      if (!(await recover(dataDir, error, parts))) return false;
    }
  }
}

/** Whether to try again. */
async function recover(
  dataDir: string,
  error: AppError,
  { app, dialog, shell, now }: Parts,
): Promise<boolean> {
  const backup = lastGoodBackup(dataDir);
  const quit = { label: 'Quit', run: () => false };
  const showFolder = {
    label: 'Show the Folder',
    run: async () => {
      await shell.openPath(dataDir);
      return recover(dataDir, error, { app, dialog, shell, now });
    },
  };
  const goBack = {
    label: 'Go Back to the Backup',
    run: async () => {
      const { aside } = restore(dataDir, null, now());
      await dialog.showMessageBox({
        type: 'info',
        message: 'Steno went back to the last backup',
        detail: aside === null ? '' : `What was there before is kept in ${aside}.`,
        buttons: ['OK'],
      });
      return true;
    },
  };
  const choices = backup ? [goBack, showFolder, quit] : [showFolder, quit];
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Steno cannot open its data',
    detail: `${toAppError(error.cause).message} Nothing was changed in ${dataDir}.\n\n${
      backup
        ? `The last backup is of ${new Date(backup.createdAt).toLocaleString(app.getLocale())}. What came after it would be missing; what is there now is moved aside, not replaced.`
        : 'There is no backup of it.'
    }`,
    buttons: choices.map(({ label }) => label),
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  });
  return choices[response]?.run() ?? false;
}
