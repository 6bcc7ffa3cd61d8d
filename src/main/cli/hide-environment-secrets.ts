import type { Config } from '../core/config.ts';

const SECRETS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** The address of a database may hold a password, which `ps` and programs started later must not show. */
export function hideSecrets({ database, storage }: Pick<Config, 'database' | 'storage'>): void {
  if (database !== null) {
    delete process.env['STENO_DATABASE'];
    if (process.argv.some((argument) => argument.includes(database))) process.title = 'steno';
  }
  if (storage?.credentials) for (const name of SECRETS) delete process.env[name];
}
