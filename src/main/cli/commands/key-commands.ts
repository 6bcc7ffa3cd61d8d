import { type Command, Option } from 'commander';
import { KeyScope } from '../../../shared/accounts.ts';
import type { Config } from '../../core/config.ts';
import { configured, withData } from '../arguments.ts';
import { ask, canAsk } from '../terminal/ask.ts';
import { minute, printJson, printTable } from '../terminal/output.ts';
import { untilInterrupted, withService } from '../with-service.ts';

const SCOPE =
  'what the key may see and change: what it makes itself, everything, everything without changing it, or nothing, for a worker; asked for when left out';

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('Manage API keys');
  withData(keys.command('create'))
    .description('Create a key and print it, which is done only once')
    .option('--name <name>', 'what the key is for', 'command line')
    .option('--test', 'a test key: never charged, for trying webhooks against local code', false)
    .addOption(new Option('--scope <scope>', SCOPE).choices(KeyScope.options))
    .action(configured(createKey));
  withData(keys.command('list'))
    .description('List the keys, with what they may see and when they were last used')
    .option('--json', 'print JSON', false)
    .action(configured(listKeys));
  withData(keys.command('revoke'))
    .description('Revoke a key, so that it is no longer accepted')
    .argument('<id>', 'the id that "steno keys list" shows')
    .action(configured(revokeKey));
}

/** `steno keys create`: prints the new key, which is shown only this once. Without a scope, the user is asked. */
async function createKey(
  config: Config,
  { name, test, scope }: { name: string; test: boolean; scope?: KeyScope },
): Promise<void> {
  const created = await untilInterrupted(config, async (client, signal, { localOnly }) => {
    // The service's own default: on a personal computer, scripts are meant to read the library.
    const usual = !test && localOnly ? 'all' : 'own';
    const asked = scope ?? (canAsk() ? await chooseScope({ test, usual }, { signal }) : null);
    return client.createKey({ name, test, ...(asked !== null && { scope: asked }) });
  });
  process.stderr.write('This key is shown only now. Keep it safe.\n');
  process.stdout.write(`${created.key}\n`);
}

async function listKeys(config: Config, { json }: { json: boolean }): Promise<void> {
  const keys = await withService(config, (client) => client.listKeys());
  if (json) return printJson(keys);
  printTable(
    ['ID', 'NAME', 'KEY', 'KIND', 'SCOPE', 'CREATED', 'LAST USED', 'STATE'],
    keys.data.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.test ? 'test' : 'live',
      key.scope,
      day(key.created_at),
      key.last_used_at === null ? 'never' : day(key.last_used_at),
      key.revoked_at === null ? 'active' : 'revoked',
    ]),
  );
}

async function revokeKey(config: Config, id: string): Promise<void> {
  const key = await withService(config, (client) => client.revokeKey(id));
  process.stderr.write(`Revoked "${key.name}" (${key.hint}).\n`);
}

function day(time: string): string {
  return time.slice(0, 10);
}

/** Asks what a new key may access. */
const SCOPES: readonly KeyScope[] = ['own', 'all', 'read'];

/** The user's choice; Enter selects the default. */
export function chooseScope(
  { test, usual }: { test: boolean; usual: KeyScope },
  streams: Parameters<typeof ask>[2],
): Promise<KeyScope> {
  const all = test ? 'everything that test keys make' : 'the whole library';
  const number = SCOPES.indexOf(usual) + 1;
  const question = `What may this key see and change?
  1  only what it makes itself (own)
  2  ${all} (all)
  3  ${all}, without changing or making anything (read)
1, 2 or 3; Enter for ${number}: `;
  return ask(question, (answer) => readScope(answer, usual), streams);
}

/** The scope an answer selects, by number, name or default; `null` if it cannot be understood. */
function readScope(answer: string, usual: KeyScope): KeyScope | null {
  const text = answer.trim().toLowerCase();
  if (text === '') return usual;
  return SCOPES.find((scope, at) => text === scope || text === String(at + 1)) ?? null;
}

export function addSessionCommands(program: Command): void {
  const sessions = program
    .command('sessions')
    .description('List the browsers that are signed in, and sign them out');
  withData(sessions.command('list', { isDefault: true }))
    .description('List the browsers that are signed in; times are UTC')
    .option('--json', 'print JSON', false)
    .action(configured(listSessions));
  withData(sessions.command('end'))
    .description('Sign a browser out')
    .argument('[id]', 'the id that "steno sessions" shows')
    .option('--all', 'sign all browsers out', false)
    .action(
      configured((config, id: string | undefined, { all }: { all: boolean }, command: Command) => {
        if (all && id === undefined) return endAllSessions(config);
        if (id !== undefined && !all) return endSession(config, id);
        return command.error('error: Give the id of a session, or --all.');
      }),
    );
}

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

async function endSession(config: Config, id: string): Promise<void> {
  await withService(config, (client) => client.endSession(id));
  process.stderr.write('This browser is signed out.\n');
}

async function endAllSessions(config: Config): Promise<void> {
  await withService(config, (client) => client.endSessions());
  process.stderr.write('All browsers are signed out.\n');
}
