import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { withVariables, YT_DLP_VARIABLES } from '../environment.ts';
import { type DataFlags, toConfigFlags, withData } from '../flags.ts';
import { revertYtDlp, showYtDlp, updateYtDlp } from './yt-dlp.ts';

/** `steno yt-dlp` and what follows it. */
export function addYtDlpCommands(program: Command): void {
  const ytDlp = program
    .command('yt-dlp')
    .description('Manage yt-dlp, which finds the recordings of web pages and video platforms');
  withVariables(withData(ytDlp.command('status')), YT_DLP_VARIABLES)
    .description('Show which yt-dlp is used')
    .action(async (flags: DataFlags) => showYtDlp(loadConfig(toConfigFlags(flags))));
  withVariables(withData(ytDlp.command('update')), YT_DLP_VARIABLES)
    .description('Get the newest yt-dlp, checked against its published SHA-256')
    .action(async (flags: DataFlags) => updateYtDlp(loadConfig(toConfigFlags(flags))));
  withVariables(withData(ytDlp.command('revert')), YT_DLP_VARIABLES)
    .description('Go back to the yt-dlp before the last update')
    .action(async (flags: DataFlags) => revertYtDlp(loadConfig(toConfigFlags(flags))));
}
