import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { type DataFlags, toConfigFlags, withData } from '../flags.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';

/** `steno sessions` and what follows it. */
export function addSessionCommands(program: Command): void {
  const sessions = program
    .command('sessions')
    .description('List the browsers that are signed in, and sign them out');
  withData(sessions.command('list', { isDefault: true }))
    .description('List the browsers that are signed in; times are UTC')
    .option('--json', 'print JSON', false)
    .action(async (flags: DataFlags & { json: boolean }) =>
      listSessions(loadConfig(toConfigFlags(flags)), flags),
    );
  withData(sessions.command('end'))
    .description('Sign a browser out')
    .argument('[id]', 'the id that "steno sessions" shows')
    .option('--all', 'sign all browsers out', false)
    .action(
      async (id: string | undefined, flags: DataFlags & { all: boolean }, command: Command) => {
        const config = loadConfig(toConfigFlags(flags));
        if (flags.all && id === undefined) return endAllSessions(config);
        if (id !== undefined && !flags.all) return endSession(config, id);
        return command.error('error: Give the id of a session, or --all.');
      },
    );
}
