import type { ApiKey, KeyScope } from '../../../shared/api.ts';
import type { Config } from '../../config.ts';
import { chooseScope } from '../choose-scope.ts';
import { withService } from '../connect.ts';
import { canAsk } from '../terminal/ask.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printJson } from '../terminal/json.ts';
import { printTable } from '../terminal/table.ts';

/** `steno keys create`: prints the new key, which is shown this once. Without a scope, a person is asked for it. */
export async function createKey(
  config: Config,
  { name, test, scope }: { name: string; test: boolean; scope: KeyScope | null },
): Promise<void> {
  const created = await interruptible((signal) =>
    withService(
      config,
      async (client, { localOnly }) => {
        // As the service takes it by itself: on a person's own computer, scripts are there to read the library.
        const usual = !test && localOnly ? 'all' : 'own';
        const asked = scope ?? (canAsk() ? await chooseScope({ test, usual }, { signal }) : null);
        return client.createKey({ name, test, ...(asked !== null && { scope: asked }) });
      },
      { signal },
    ),
  );
  process.stderr.write('This key is shown only now. Keep it safe.\n');
  process.stdout.write(`${created.key}\n`);
}

/** `steno keys list` */
export async function listKeys(config: Config, { json }: { json: boolean }): Promise<void> {
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
      stateOf(key),
    ]),
  );
}

/** `steno keys revoke` */
export async function revokeKey(config: Config, id: string): Promise<void> {
  const key = await withService(config, (client) => client.revokeKey(id));
  process.stderr.write(`Revoked "${key.name}" (${key.hint}).\n`);
}

function day(time: string): string {
  return time.slice(0, 10);
}

function stateOf({ revoked_at }: ApiKey): string {
  return revoked_at === null ? 'active' : 'revoked';
}
