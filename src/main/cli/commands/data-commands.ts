import { type Command, Option } from 'commander';
import { loadConfig } from '../../core/config.ts';
import {
  bucketAddress,
  configOption,
  type DataFlags,
  toConfigFlags,
  withData,
} from '../arguments.ts';
import { DOCTOR_VARIABLES, withVariables } from '../environment.ts';

/** Commands that maintain stored data: backup, restore, and checks. */
export function addDataCommands(program: Command): void {
  withData(program.command('backup'))
    .description('Back up the database: transcripts, names, settings and keys')
    .option('--to <dir>', 'copy recordings and uploads as well, into this empty or new folder')
    .option('--list', 'list the backups there are', false)
    .action(async (flags: DataFlags & { to?: string; list: boolean }) => {
      const config = loadConfig(toConfigFlags(flags));
      const { makeBackup, printBackups } = await import('./manage-data.ts');
      if (flags.list) printBackups(config);
      else await makeBackup(config, { to: flags.to ?? null });
    });
  withData(program.command('restore'))
    .description('Go back to a backup; what is there now is moved aside')
    .argument(
      '[backup]',
      'a name of "steno backup --list", a file, or a folder; the newest good one',
    )
    .action(async (backup: string | undefined, flags: DataFlags) => {
      const { restoreBackup } = await import('./manage-data.ts');
      restoreBackup(loadConfig(toConfigFlags(flags)), backup ?? null);
    });
  withData(program.command('migrate'))
    .description('Move the rows of a data folder into PostgreSQL; recordings stay where they are')
    .addOption(
      configOption(
        'database',
        '--database <url>',
        'an empty database, such as postgres://user@host/steno',
      ).makeOptionMandatory(),
    )
    .action(async (flags: DataFlags & { database: string }) => {
      const { migrateRows } = await import('./manage-data.ts');
      await migrateRows(loadConfig(toConfigFlags(flags)), flags.database);
    });
  withData(
    program
      .command('storage')
      .description('Say where recordings and uploads are kept')
      .command('move'),
  )
    .description('Move the recordings and uploads of a data folder into a bucket')
    .addOption(
      new Option('--to <url>', 'a bucket and a prefix, such as s3://bucket/prefix')
        .argParser(bucketAddress)
        .makeOptionMandatory(),
    )
    .action(async ({ to, ...flags }: DataFlags & { to: string }) => {
      const { moveRecordings } = await import('./manage-data.ts');
      await moveRecordings(loadConfig({ ...toConfigFlags(flags), storage: to }));
    });
  withVariables(withData(program.command('doctor')), DOCTOR_VARIABLES)
    .description('Check the data, the engine, the models and the programs Steno needs')
    .option('--fix', 'mend what can be mended; nothing is deleted', false)
    .option('--json', 'print JSON', false)
    .action(async ({ fix, json, ...flags }: DataFlags & { fix: boolean; json: boolean }) => {
      const { runDoctor } = await import('./manage-data.ts');
      await runDoctor(loadConfig(toConfigFlags(flags)), { fix, json });
    });
}
