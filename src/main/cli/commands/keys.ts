import type { Config } from '../../config.ts';
import { withService } from '../connect.ts';
import { printTable } from '../terminal/table.ts';

/** `steno keys create`: prints the new key, which is shown this once. */
export async function createKey(
  config: Config,
  request: { name: string; test: boolean },
): Promise<void> {
  const created = await withService(config, (client) => client.createKey(request));
  process.stderr.write('This key is shown only now. Keep it safe.\n');
  process.stdout.write(`${created.key}\n`);
}

/** `steno keys list` */
export async function listKeys(config: Config): Promise<void> {
  const { data } = await withService(config, (client) => client.listKeys());
  printTable(
    ['ID', 'NAME', 'KEY', 'CREATED', 'LAST USED', 'STATE'],
    data.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.created_at.slice(0, 10),
      key.last_used_at?.slice(0, 10) ?? 'never',
      key.revoked_at === null ? 'active' : 'revoked',
    ]),
  );
}

/** `steno keys revoke` */
export async function revokeKey(config: Config, id: string): Promise<void> {
  const key = await withService(config, (client) => client.revokeKey(id));
  process.stderr.write(`Revoked "${key.name}" (${key.hint}).\n`);
}
