import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { type DataFlags, toConfigFlags, withData } from '../flags.ts';
import { revertYtDlp, showYtDlp, updateYtDlp } from './yt-dlp.ts';

/** `steno yt-dlp` and what follows it. */
export function addYtDlpCommands(program: Command): void {
  const ytDlp = program
    .command('yt-dlp')
    .description('Manage yt-dlp, which reads pages and video platforms');
  withData(ytDlp.command('status'))
    .description('Show which one is used')
    .action(async (flags: DataFlags) => showYtDlp(loadConfig(toConfigFlags(flags))));
  withData(ytDlp.command('update'))
    .description('Get the newest one, checked against its published SHA-256')
    .action(async (flags: DataFlags) => updateYtDlp(loadConfig(toConfigFlags(flags))));
  withData(ytDlp.command('revert'))
    .description('Go back to the one before')
    .action(async (flags: DataFlags) => revertYtDlp(loadConfig(toConfigFlags(flags))));
}
