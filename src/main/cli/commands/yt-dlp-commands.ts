import type { Command } from 'commander';
import { loadConfig } from '../../core/config.ts';
import { type DataFlags, toConfigFlags, withData } from '../arguments.ts';
import { withVariables, YT_DLP_VARIABLES } from '../environment.ts';

/** `steno yt-dlp` and its subcommands. */
export function addYtDlpCommands(program: Command): void {
  const ytDlp = program
    .command('yt-dlp')
    .description('Manage yt-dlp, which finds the recordings of web pages and video platforms');
  withVariables(withData(ytDlp.command('status')), YT_DLP_VARIABLES)
    .description('Show which yt-dlp is used')
    .action(async (flags: DataFlags) => {
      const { showYtDlp } = await import('./manage-yt-dlp.ts');
      await showYtDlp(loadConfig(toConfigFlags(flags)));
    });
  withVariables(withData(ytDlp.command('update')), YT_DLP_VARIABLES)
    .description('Get the newest yt-dlp, checked against its published SHA-256')
    .action(async (flags: DataFlags) => {
      const { updateYtDlp } = await import('./manage-yt-dlp.ts');
      await updateYtDlp(loadConfig(toConfigFlags(flags)));
    });
  withVariables(withData(ytDlp.command('revert')), YT_DLP_VARIABLES)
    .description('Go back to the yt-dlp before the last update')
    .action(async (flags: DataFlags) => {
      const { revertYtDlp } = await import('./manage-yt-dlp.ts');
      await revertYtDlp(loadConfig(toConfigFlags(flags)));
    });
}
