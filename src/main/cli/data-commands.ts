import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { makeBackup, printBackups, restoreBackup } from './commands/backup.ts';
import { runDoctor } from './commands/doctor.ts';
import { type DataFlags, toConfigFlags, withData } from './flags.ts';

/** Commands that look after what is stored: backups, the way back to them, and a look at everything. */
export function addDataCommands(program: Command): void {
  withData(program.command('backup'))
    .description('Back up the database: transcripts, names, settings and keys')
    .option('--to <dir>', 'copy recordings and uploads as well, into this empty or new folder')
    .option('--list', 'list the backups there are', false)
    .action((flags: DataFlags & { to?: string; list: boolean }) => {
      const config = loadConfig(toConfigFlags(flags));
      if (flags.list) printBackups(config);
      else makeBackup(config, { to: flags.to ?? null });
    });
  withData(program.command('restore'))
    .description('Go back to a backup; what is there now is moved aside')
    .argument(
      '[backup]',
      'a name of "steno backup --list", a file, or a folder; the newest good one',
    )
    .action((backup: string | undefined, flags: DataFlags) =>
      restoreBackup(loadConfig(toConfigFlags(flags)), backup ?? null),
    );
  withData(program.command('doctor'))
    .description('Check the data, the engine, the models and the programs Steno needs')
    .option('--fix', 'mend what can be mended; nothing is deleted', false)
    .option('--json', 'print JSON', false)
    .action(async (flags: DataFlags & { fix: boolean; json: boolean }) =>
      runDoctor(loadConfig(toConfigFlags(flags)), { fix: flags.fix, json: flags.json }),
    );
}
