import { type Command, Option } from 'commander';
import { KeyScope } from '../../../shared/api.ts';
import { loadConfig } from '../../config.ts';
import { type DataFlags, toConfigFlags, withData } from '../flags.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

const SCOPE =
  'what the key may see and change: what it makes itself, everything, or everything without changing it; asked for when left out';

/** `steno keys …` */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('Manage API keys');
  withData(keys.command('create'))
    .description('Create a key and print it, which is done only once')
    .option('--name <name>', 'what the key is for', 'command line')
    .option('--test', 'a test key: never charged, for trying webhooks against local code', false)
    .addOption(new Option('--scope <scope>', SCOPE).choices(KeyScope.options))
    .action(async (flags: DataFlags & { name: string; test: boolean; scope?: KeyScope }) => {
      const { name, test, scope = null } = flags;
      await createKey(loadConfig(toConfigFlags(flags)), { name, test, scope });
    });
  withData(keys.command('list'))
    .description('List the keys, with what they may see and when they were last used')
    .option('--json', 'print JSON', false)
    .action(async (flags: DataFlags & { json: boolean }) =>
      listKeys(loadConfig(toConfigFlags(flags)), flags),
    );
  withData(keys.command('revoke'))
    .description('Revoke a key, so that it is no longer accepted')
    .argument('<id>', 'the id that "steno keys list" shows')
    .action(async (id: string, flags: DataFlags) =>
      revokeKey(loadConfig(toConfigFlags(flags)), id),
    );
}
