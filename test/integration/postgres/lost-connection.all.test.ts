/** Work goes on when the connection to PostgreSQL is lost, and nothing is stored twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { createSettingsRepository } from '../../../src/main/repositories/settings.repository.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

describe.skipIf(noPostgres !== null)('a connection that is lost', () => {
  let server: PostgresServer;
  let proxy: PostgresProxy;
  let url: string;
  let database: OpenDatabase;

  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    proxy = await startPostgresProxy(server.port);
    url = await server.createDatabase();
    const through = new URL(url);
    through.port = String(proxy.port);
    const opened = createPostgresDatabase({ url: through.href });
    await opened.open(await makeTempFolder());
    database = opened;
  });
  afterEach(async () => {
    database?.hurry();
    await database?.close();
    proxy?.close();
  });
  afterAll(() => server?.stop());

  /** Stores a row; tells how often that was tried. */
  const store = async (): Promise<number> => {
    let tries = 0;
    await database.patient.transaction().execute(async (trx) => {
      tries++;
      await trx
        .insertInto('ledger')
        .values({ keyId: 'key', kind: 'grant', points: 1, createdAt: 0 })
        .execute();
    });
    return tries;
  };
  const stored = async () => (await server.query(url, 'SELECT id FROM ledger')).length;
  const addKey = () =>
    server.query(
      url,
      `INSERT INTO api_keys(id, name, test, hash, hint, created_at) VALUES ('key', '', 0, '', '', 0)`,
    );

  it('before a commit makes background work begin its transaction again', async () => {
    await addKey();
    proxy.cut('before COMMIT');
    expect(await store()).toBe(2);
    expect(await stored()).toBe(1);
  });

  it('after a commit, before its answer, does not make it store the same twice', async () => {
    await addKey();
    proxy.cut('after COMMIT');
    expect(await store()).toBe(1);
    expect(await stored()).toBe(1);
  });

  it('is an error for a request, which says that it may be tried again', async () => {
    proxy.refuse(true);
    const settings = createSettingsRepository(database.db);
    await expect(settings.all()).rejects.toMatchObject({
      code: 'database_unreachable',
      retryable: true,
    });
    proxy.refuse(false);
    expect(await settings.all()).toEqual({});
  });

  it('lets no service go on whose database another one has taken over', async () => {
    proxy.refuse(true);
    const other = createPostgresDatabase({ url });
    const folder = await makeTempFolder();
    await expect(other.open(folder)).rejects.toThrow('belongs to another data folder');
    const [own] = await server.query(url, 'DELETE FROM data_folder RETURNING id');
    await other.open(folder);
    proxy.refuse(false);
    await expect(createSettingsRepository(database.db).all()).rejects.toMatchObject({
      code: 'database_unreachable',
    });
    await other.close();
    await server.query(url, `UPDATE data_folder SET id = '${own?.['id']}'`);
    expect(await createSettingsRepository(database.db).all()).toEqual({});
  });
});
