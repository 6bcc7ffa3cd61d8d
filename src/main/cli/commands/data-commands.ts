import { type Command, Option } from 'commander';
import { loadConfig } from '../../core/config.ts';
import { bucketAddress, configOption, configured, toConfigFlags, withData } from '../arguments.ts';
import { DOCTOR_VARIABLES, withVariables } from '../environment.ts';

const load = () => import('./manage-data.ts');

/** Commands that maintain stored data: backup, restore, and checks. */
export function addDataCommands(program: Command): void {
  withData(program.command('backup'))
    .description('Back up the database: transcripts, names, settings and keys')
    .option('--to <dir>', 'copy recordings and uploads as well, into this empty or new folder')
    .option('--list', 'list the backups there are', false)
    .action(
      configured(async (config, { list, to }: { list: boolean; to?: string }) => {
        const { makeBackup, printBackups } = await load();
        if (list) printBackups(config);
        else await makeBackup(config, { to: to ?? null });
      }),
    );
  withData(program.command('restore'))
    .description('Go back to a backup; what is there now is moved aside')
    .argument(
      '[backup]',
      'a name of "steno backup --list", a file, or a folder; the newest good one',
    )
    .action(
      configured(async (config, backup: string | undefined) =>
        (await load()).restoreBackup(config, backup ?? null),
      ),
    );
  withData(program.command('migrate'))
    .description('Move the rows of a data folder into PostgreSQL; recordings stay where they are')
    .addOption(
      configOption(
        'database',
        '--database <url>',
        'an empty database, such as postgres://user@host/steno',
      ).makeOptionMandatory(),
    )
    .action(
      configured(async (config, { database }: { database: string }) =>
        (await load()).migrateRows(config, database),
      ),
    );
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
    .action(async ({ to, ...flags }: Parameters<typeof toConfigFlags>[0] & { to: string }) =>
      (await load()).moveRecordings(loadConfig({ ...toConfigFlags(flags), storage: to })),
    );
  withVariables(withData(program.command('doctor')), DOCTOR_VARIABLES)
    .description('Check the data, the engine, the models and the programs Steno needs')
    .option('--fix', 'mend what can be mended; nothing is deleted', false)
    .option('--json', 'print JSON', false)
    .action(
      configured(async (config, flags: { fix: boolean; json: boolean }) =>
        (await import('./run-doctor.ts')).runDoctor(config, flags),
      ),
    );
}
