/** Two programs on one PostgreSQL database spend the same points and send the same requests at the same time. */
import { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken, newTranscriptionId } from '../../../src/main/core/ids.ts';
import { createKeyRepository } from '../../../src/main/repositories/accounts/key.repository.ts';
import { FREE_POINTS } from '../../../src/main/repositories/accounts/points.repository.ts';
import type { Database } from '../../../src/main/repositories/database.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import {
  createTranscriptionRepository,
  type Inserted,
} from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { createPostgresDialect } from '../../../src/main/repositories/postgres/postgres-driver.ts';
import { TYPES } from '../../../src/main/repositories/postgres/postgres-types.ts';
import { PLUGINS } from '../../../src/main/repositories/sql-dialect.ts';
import type { Tables } from '../../../src/main/repositories/tables.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { noTasks } from '../../helpers/harness/no-tasks.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';

const AT = 1_800_000_000_000;
const KEY = 'key_shared';

describe.skipIf(noPostgres !== null)('two programs on one database', () => {
  let server: PostgresServer;
  let pools: pg.Pool[];
  let sides: Database[];
  let url: string;

  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    const first = createPostgresDatabase({ url });
    await first.open(await makeTempFolder());
    await first.close();
    pools = [1, 2].map(() =>
      new pg.Pool({ connectionString: url, types: TYPES, max: 10 }).on('error', () => {}),
    );
    sides = pools.map(
      (pool) =>
        new Kysely<Tables>({
          dialect: createPostgresDialect(async () => pool, { waitMs: 0 }),
          plugins: PLUGINS,
        }),
    );
    await createKeyRepository(side(0)).insert({
      id: KEY,
      name: 'shared',
      test: false,
      scope: 'own',
      hash: 'h',
      hint: 'x',
      createdAt: AT,
      lastUsedAt: null,
      revokedAt: null,
    });
  });
  afterAll(async () => {
    for (const pool of pools ?? []) await pool.end();
    await server?.stop();
  });

  const side = (index: number): Database => {
    const db = sides[index % 2];
    if (!db) throw new Error('There are two sides.');
    return db;
  };
  const insert = (index: number, idempotency: { name: string } | null = null): Promise<Inserted> =>
    createTranscriptionRepository(side(index)).insert(
      {
        ...newJob({ id: newTranscriptionId(), subtitleToken: newToken() }),
        keyId: KEY,
        metered: true,
      },
      {
        idempotency: idempotency && { owner: KEY, requestHash: 'same', ...idempotency },
        reuse: null,
      },
    );
  const balance = async (): Promise<number> => {
    const [row] = await server.query(url, 'SELECT SUM(points) AS points FROM ledger');
    return Number(row?.['points']);
  };

  it('makes one transcription of a request that reaches both', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => insert(i, { name: 'once' })),
    );
    const ids = made.map((one) => (typeof one === 'string' ? one : one.job.id));
    expect(new Set(ids).size).toBe(1);
    expect(await balance()).toBe(FREE_POINTS - 1);
  });

  it('numbers what comes at once without a gap, and claims each once', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => insert(i)));
    const rows = await server.query(url, 'SELECT seq FROM transcriptions ORDER BY seq');
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, i) => createJobRepository(side(i), noTasks).claimWork()),
    );
    const claimed = claims.flatMap((job) => job?.id ?? []);
    expect(claimed).toHaveLength(31);
    expect(new Set(claimed).size).toBe(31);
    expect(claims.every((job) => job === null || job.epoch === 1)).toBe(true);
  });

  it('never spends more than there is, and is in balance when all have ended', async () => {
    const jobs = await server.query(url, 'SELECT id, epoch FROM transcriptions');
    // Each wants a fifth of the points, so that a few can have it.
    const wanted = FREE_POINTS / 5;
    const reserved = await Promise.all(
      jobs.map(async ({ id, epoch }, index) => {
        const claim = { id: String(id), epoch: Number(epoch) };
        const enough = await createJobRepository(side(index), noTasks)
          .reserve(claim, wanted, AT)
          .then(
            () => true,
            (error: { code?: string }) => {
              expect(error.code).toBe('insufficient_points');
              return false;
            },
          );
        return { claim, enough };
      }),
    );
    expect(reserved.filter(({ enough }) => enough)).toHaveLength(4);
    expect(await balance()).toBeGreaterThanOrEqual(0);

    const endings = [0, 1].map((at) =>
      createJobEndings(side(at), { renderBody: async () => new Uint8Array(), tasks: noTasks }),
    );
    const canceled = { code: 'canceled', message: '', stage: null, retryable: true } as const;
    await Promise.all(
      reserved.map(({ claim, enough }, index) =>
        enough
          ? endings[index % 2]?.complete(claim, { at: AT, points: wanted, structured: null })
          : endings[index % 2]?.fail(claim, canceled, AT),
      ),
    );
    expect(await balance()).toBe(FREE_POINTS - 4 * wanted);
    const left = await server.query(
      url,
      `SELECT transcription_id FROM ledger WHERE kind IN ('reserve', 'release')
       GROUP BY transcription_id HAVING SUM(points) != 0`,
    );
    expect(left).toEqual([]);
  });
});
