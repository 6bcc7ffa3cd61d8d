import type { Command } from 'commander';
import { configured, withData } from '../arguments.ts';
import { watchFolder } from '../watch/watch-folder.ts';
import { toOutputOptions, withExportOptions } from './export-options.ts';
import { type TranscribeFlags, toWanted, withTranscribeOptions } from './transcribe-options.ts';

type Flags = TranscribeFlags & { recursive: boolean; once: boolean; json: boolean };

/** `steno watch` */
export function addWatchCommand(program: Command): void {
  withTranscribeOptions(withExportOptions(withData(program.command('watch')), 'beside recordings'))
    .description('Transcribe the recordings of a folder, and each that appears in it')
    .argument('<folder>', 'the folder to watch')
    .option('--recursive', 'watch the subfolders, too', false)
    .option('--once', 'end after the recordings that are there now', false)
    .option('--json', 'print a line of JSON for each recording that has ended', false)
    .action(
      configured((config, folder: string, flags: Flags, command: Command) => {
        const { recursive, once, json, quiet } = flags;
        const { out = folder } = flags;
        const output = { ...toOutputOptions({ ...flags, out }, command), out: flags.out ?? null };
        return watchFolder(config, folder, {
          output,
          wanted: toWanted(flags),
          project: flags.project ?? null,
          recursive,
          once,
          json,
          quiet,
        });
      }),
    );
}
