/**
 * A service that is started again takes up at once what its former self held, where that has surely ended. Silence alone
 * would take an hour in these tests, so that nothing else can be the cause.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerAll, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';

/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));

describe.skipIf(noPostgres !== null)('a service that is started again', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let gate: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    const folder = await makeTempFolder();
    gate = join(folder, 'gate');
    env = { STENO_ENGINE: await writeProgram(join(folder, 'engine'), waitingEngine(gate)) };
  });
  afterEach(async () => {
    await cluster?.stop();
    await server?.stop();
  });

  const begin = async ({ client }: Node): Promise<string> => {
    const { url } = await client.uploadFile(new Blob([long.bytes]), 'long.wav');
    return (await client.createTranscription({ url, language: 'en' })).id;
  };
  /** What is held of these kinds, and by whom. */
  const held = () =>
    cluster.query(
      `SELECT job.id, retry_count, services.name AS by FROM steno_tasks.job
        JOIN services ON services.id = split_part(data->>'heldBy', ' ', 1)
        WHERE state = 'active' AND job.name IN ('window', 'transcription') ORDER BY job.id`,
    );
  const ofService = async (name: string) => (await held()).filter(({ by }) => by === name);
  const neverSilent = () => cluster.query('UPDATE steno_tasks.job SET heartbeat_seconds = 3600');

  it('goes on at once with what it held when it was killed', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    const killed = await cluster.start('one', env);
    const id = await begin(killed);
    await until(async () => (await held()).length === 2);
    await neverSilent();
    await cluster.kill(killed);
    const { client } = await cluster.start('one', env);
    answerAll(gate);
    expect((await finished(client, id)).status).toBe('completed');
    const left = await cluster.query(`SELECT id FROM steno_tasks.job WHERE state < 'completed'`);
    // The housekeeping alone.
    expect(left).toHaveLength(1);
  });

  it('leaves what one holds that hangs beside it', { timeout: 2 * PATIENCE_MS }, async () => {
    const one = await cluster.start('one', env);
    const other = await cluster.start('other', env);
    const id = await begin(one);
    await until(async () => (await ofService('one')).some(Boolean) && (await held()).length === 3);
    await until(async () => (await ofService('other')).length > 0);
    await neverSilent();
    const before = await ofService('other');
    cluster.freeze(other);
    await cluster.kill(one);
    const { client } = await cluster.start('one', env);
    await until(async () => (await ofService('one')).length > 0);
    expect(await ofService('other')).toEqual(before);
    cluster.thaw(other);
    answerAll(gate);
    expect((await finished(client, id)).status).toBe('completed');
  });

  it('has left nothing held when it was stopped', async () => {
    const one = await cluster.start('one', env);
    await begin(one);
    await until(async () => (await held()).length === 2);
    expect(await one.stop()).toBe(0);
    expect(await cluster.query(`SELECT id FROM steno_tasks.job WHERE state = 'active'`)).toEqual(
      [],
    );
    answerAll(gate);
  });
});
