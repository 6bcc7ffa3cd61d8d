import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { type DataFlags, toConfigFlags, withData } from '../arguments.ts';
import { withService } from '../connect.ts';
import { minute, printJson, printTable } from '../terminal/output.ts';

/** `steno sessions` and its subcommands. */
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

/** `steno sessions`: lists the signed-in browsers. */
async function listSessions(config: Config, { json }: { json: boolean }): Promise<void> {
  const sessions = await withService(config, (client) => client.listSessions());
  if (json) return printJson(sessions);
  printTable(
    ['ID', 'BROWSER', 'SIGNED IN', 'LAST USED', 'EXPIRES'],
    sessions.data.map((session) => [
      session.id,
      session.browser,
      ...[session.created_at, session.last_used_at, session.expires_at].map(minute),
    ]),
  );
}

/** `steno sessions end ID` */
async function endSession(config: Config, id: string): Promise<void> {
  await withService(config, (client) => client.endSession(id));
  process.stderr.write('This browser is signed out.\n');
}

/** `steno sessions end --all` */
async function endAllSessions(config: Config): Promise<void> {
  await withService(config, (client) => client.endSessions());
  process.stderr.write('All browsers are signed out.\n');
}
