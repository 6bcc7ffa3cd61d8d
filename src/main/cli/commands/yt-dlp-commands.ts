import type { Command } from 'commander';
import { configured, withData } from '../arguments.ts';
import { withVariables, YT_DLP_VARIABLES } from '../environment.ts';

const load = () => import('./manage-yt-dlp.ts');

export function addYtDlpCommands(program: Command): void {
  const ytDlp = program
    .command('yt-dlp')
    .description('Manage yt-dlp, which finds the recordings of web pages and video platforms');
  withVariables(withData(ytDlp.command('status')), YT_DLP_VARIABLES)
    .description('Show which yt-dlp is used')
    .action(configured(async (config) => (await load()).showYtDlp(config)));
  withVariables(withData(ytDlp.command('update')), YT_DLP_VARIABLES)
    .description('Get the newest yt-dlp, checked against its published SHA-256')
    .action(configured(async (config) => (await load()).updateYtDlp(config)));
  withVariables(withData(ytDlp.command('revert')), YT_DLP_VARIABLES)
    .description('Go back to the yt-dlp before the last update')
    .action(configured(async (config) => (await load()).revertYtDlp(config)));
}
