/** A database that cannot be used is refused in one sentence, before anything is changed. */
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import about from 'pg-boss/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { runSteno, startService } from '../../helpers/harness/service-process.ts';
import { startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

describe.skipIf(noPostgres !== null)('a database is refused', () => {
  let server: PostgresServer;
  let base: string;
  const others: Server[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    base = await makeTempFolder();
  });
  afterAll(async () => {
    for (const other of others) other.close();
    await server?.stop();
    await rm(base, { recursive: true, force: true });
  });

  let count = 0;
  const refusal = async (url: string, dataDir = join(base, `never-made-${++count}`)) => {
    const isNew = !existsSync(dataDir);
    const { code, stdout, stderr } = await runSteno(['serve', '--port', '0', '--data', dataDir], {
      STENO_DATABASE: url,
    });
    expect(stdout).toBe('');
    expect(stderr).not.toContain(server.password);
    if (isNew) expect(existsSync(dataDir)).toBe(false);
    return { code, says: stderr.trim() };
  };
  const listen = async (answer: (request: Buffer) => Buffer): Promise<number> => {
    const other = createServer((socket) => {
      socket.on('error', () => {}).on('data', (request) => socket.write(answer(request)));
    });
    others.push(other);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const at = () => `127.0.0.1:${server.port}`;

  it('whose address is none of PostgreSQL', async () => {
    expect(await refusal(`mysql://root:${server.password}@localhost/steno`)).toEqual({
      code: 3,
      says: 'steno: The address of the database is not one of PostgreSQL. Write it like postgres://user@host:5432/steno.',
    });
  });

  it('that cannot be reached', async () => {
    expect(await refusal(`postgres://steno:${server.password}@127.0.0.1:1/steno`)).toEqual({
      code: 3,
      says: 'steno: No PostgreSQL answers at 127.0.0.1:1. Is it running, and is the address right?',
    });
  });

  it('that does not take the password, or does not exist', async () => {
    const url = await server.createDatabase();
    const wrong = url.replace(server.password, 'wrong-secret');
    const { code, says } = await refusal(wrong);
    expect(code).toBe(3);
    expect(says).toBe(
      `steno: PostgreSQL at ${at()} does not let the user steno in: the password is wrong or missing, or the user may not come from here.`,
    );
    expect(await refusal(url.replace(/steno_\d+$/, 'nowhere'))).toEqual({
      code: 3,
      says: `steno: PostgreSQL at ${at()} has no database nowhere. Make one with "createdb nowhere".`,
    });
  });

  it('that is no PostgreSQL', async () => {
    const port = await listen(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await refusal(`postgres://steno@127.0.0.1:${port}/steno`)).toEqual({
      code: 3,
      says: `steno: What answers at 127.0.0.1:${port} is not PostgreSQL.`,
    });
  });

  it('that is too old', async () => {
    let pid = 0;
    const port = await listen((request) =>
      request.includes('pg_backend_pid')
        ? answerOnly('pid', String(++pid))(request)
        : answerOnly('server_version_num', '130012')(request),
    );
    expect(await refusal(`postgres://steno@127.0.0.1:${port}/steno`)).toEqual({
      code: 3,
      says: `steno: PostgreSQL at 127.0.0.1:${port} is version 13. Steno needs version 14 or newer.`,
    });
  });

  it('behind a pooler that gives sessions to transactions', async () => {
    const port = await listen(answerOnly('pid', '4711'));
    expect(await refusal(`postgres://steno@127.0.0.1:${port}/steno`)).toEqual({
      code: 3,
      says: `steno: What answers at 127.0.0.1:${port} is a pooler that gives its sessions to one transaction after another, and Steno needs sessions that stay its own. Let it pool sessions (PgBouncer: pool_mode = session), or give the address of PostgreSQL itself.`,
    });
  });

  it('but not behind a pooler that keeps sessions, where they end transactions that hang', async () => {
    const proxy = await startPostgresProxy(server.port, { pooling: true });
    const through = new URL(await server.createDatabase());
    through.port = String(proxy.port);
    const database = createPostgresDatabase({ url: through.href });
    await database.open(join(base, 'pooled'));
    const limit = sql<{ limit: string }>`
      SELECT current_setting('idle_in_transaction_session_timeout') AS limit`;
    expect((await limit.execute(database.db)).rows).toEqual([{ limit: '15s' }]);
    await database.close();
    proxy.close();
  });

  it('in which its user may make no schema', async () => {
    const url = await server.createDatabase();
    await server.query(
      url,
      `CREATE EXTENSION pg_trgm; CREATE ROLE guest LOGIN PASSWORD '${server.password}';
        GRANT CREATE ON SCHEMA public TO guest`,
    );
    const name = url.split('/').at(-1);
    expect(await refusal(url.replace('steno:', 'guest:'))).toEqual({
      code: 3,
      says: `steno: The user guest may not make schemas in the database ${name}, and tasks need one. Make it the owner, or let an administrator run: GRANT CREATE ON DATABASE "${name}" TO "guest".`,
    });
    await server.query(url, `GRANT CREATE ON DATABASE ${name} TO guest`);
    const service = await startService(join(base, 'guest'), {
      STENO_DATABASE: url.replace('steno:', 'guest:'),
    });
    await service.stop();
  });

  it('whose tasks a newer Steno has written', async () => {
    const url = await server.createDatabase();
    const dataDir = join(base, 'tasks');
    await (await startService(dataDir, { STENO_DATABASE: url })).stop();
    expect(await server.query(url, 'SELECT version FROM steno_tasks.version')).toEqual([
      { version: about.pgboss.schema },
    ]);
    await server.query(url, 'UPDATE steno_tasks.version SET version = version + 1');
    expect(await refusal(url, dataDir)).toEqual({
      code: 3,
      says: `steno: The database ${url.split('/').at(-1)} was written by a newer Steno. Nothing was changed.`,
    });
  });

  it('that holds other tables, or stores texts otherwise', async () => {
    const url = await server.createDatabase();
    await server.query(url, 'CREATE TABLE accounts (id int)');
    const name = url.split('/').at(-1);
    expect(await refusal(url)).toEqual({
      code: 3,
      says: `steno: The database ${name} holds other tables and was not made by Steno. Choose an empty or new one with --database.`,
    });
    expect(
      await server.query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`),
    ).toEqual([{ tablename: 'accounts' }]);
    const latin = await server.createDatabase(
      `ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    );
    expect((await refusal(latin)).says).toMatch(/stores texts as LATIN1/);
  });

  it('that a newer Steno has written, or that belongs to another data folder', async () => {
    const url = await server.createDatabase();
    const dataDir = join(base, 'mine');
    await (await startService(dataDir, { STENO_DATABASE: url })).stop();
    const other = join(base, 'other');
    await (await startService(other)).stop();
    expect((await refusal(url, other)).says).toMatch(/has a database of its own, steno\.db/);
    const third = join(base, 'third');
    await (await startService(third, { STENO_DATABASE: await server.createDatabase() })).stop();
    expect((await refusal(url, third)).says).toMatch(/belongs to another data folder/);
    // As when it was copied instead of mounted: somebody else has files of the same name.
    const copy = join(base, 'copy');
    await cp(dataDir, copy, { recursive: true });
    await server.query(url, serviceRow('anna', 2));
    expect(await refusal(url, copy)).toEqual({
      code: 3,
      says: `steno: The data folder ${copy} is not the one that anna uses with this database. Mount the same folder on all machines, and give it with --data.`,
    });
    await server.query(url, 'DELETE FROM services');
    const without = await runSteno(['serve', '--port', '0', '--data', dataDir]);
    expect(without).toMatchObject({ code: 3 });
    expect(without.stderr).toMatch(/belongs to a database in PostgreSQL/);
    // A schema that an older service which runs could not use is not made.
    await mkdir(join(dataDir, 'nodes'), { recursive: true });
    await writeFile(join(dataDir, 'nodes', 'bert'), '');
    const older = 'UPDATE steno_schema SET version = 1; ALTER TABLE services RENAME TO nodes';
    await server.query(url, `${serviceRow('bert', 1)}; ${older}`);
    expect(await refusal(url, dataDir)).toEqual({
      code: 3,
      says: `steno: The tables of ${url.split('/').at(-1)} have to be changed for this version, which services that run now could not use. Stop them first: bert (0.0.9). Nothing was changed.`,
    });
    await server.query(url, 'UPDATE steno_schema SET version = 99');
    expect(await refusal(url, dataDir)).toEqual({
      code: 3,
      says: `steno: The database ${url.split('/').at(-1)} was written by a newer Steno. Nothing was changed.`,
    });
  });
});

/** As a service that is there writes it, which knows the schema up to a version. */
const serviceRow = (
  name: string,
  knows: number,
) => `INSERT INTO services VALUES ('${name}', '${name}',
  '0.0.9', ${knows}, 'http://127.0.0.1:1', 1,
  EXTRACT(EPOCH FROM clock_timestamp()) * 1000, EXTRACT(EPOCH FROM clock_timestamp()) * 1000, '{}')`;

/** As much of PostgreSQL as a program needs that asks one question: it gets the same answer to each. */
const answerOnly = (name: string, answer: string) => (request: Buffer) => {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  if (request.length === 8) return Buffer.from('N');
  if (request[0] === 0) return Buffer.concat([message('R', Buffer.alloc(4)), ready]);
  if (request[0] !== 'Q'.charCodeAt(0)) return Buffer.alloc(0);
  const value = Buffer.from(answer);
  const column = Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]);
  // The type is text.
  column.writeInt32BE(25, column.length - 12);
  const cell = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, value.length]), value]);
  return Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', cell),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
};
