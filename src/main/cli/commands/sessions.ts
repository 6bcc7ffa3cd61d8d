import type { Config } from '../../config.ts';
import { withService } from '../connect.ts';
import { printJson } from '../terminal/json.ts';
import { printTable } from '../terminal/table.ts';

/** `steno sessions`: the browsers that are signed in. */
export async function listSessions(config: Config, { json }: { json: boolean }): Promise<void> {
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
export async function endSession(config: Config, id: string): Promise<void> {
  await withService(config, (client) => client.endSession(id));
  process.stderr.write('This browser is signed out.\n');
}

/** `steno sessions end --all` */
export async function endAllSessions(config: Config): Promise<void> {
  await withService(config, (client) => client.endSessions());
  process.stderr.write('All browsers are signed out.\n');
}

/** `2026-11-22 17:03`, in UTC like all times of the API. */
function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
