import type { Command } from 'commander';
import { configured, withData } from '../arguments.ts';
import { type WatchFlags, watchFolder } from '../watch/watch-folder.ts';
import { toOutputOptions, withExportOptions } from './export-options.ts';
import { withTranscribeOptions } from './transcribe-options.ts';

export function addWatchCommand(program: Command): void {
  withTranscribeOptions(withExportOptions(withData(program.command('watch')), 'beside recordings'))
    .description('Transcribe the recordings of a folder, and each that appears in it')
    .argument('<folder>', 'the folder to watch')
    .option('--recursive', 'watch the subfolders, too', false)
    .option('--once', 'end after the recordings that are there now', false)
    .option('--json', 'print a line of JSON for each recording that has ended', false)
    .action(
      configured((config, folder: string, flags: WatchFlags, command: Command) => {
        const { out = folder } = flags;
        const output = { ...toOutputOptions({ ...flags, out }, command), out: flags.out ?? null };
        return watchFolder(config, folder, { ...flags, output });
      }),
    );
}
