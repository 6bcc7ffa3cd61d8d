/** Two services send webhooks from one database; one hangs, or is killed, while it sends. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strikeEnvironment } from '../../helpers/faults/strike.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';
import { startReceiver, status } from '../../helpers/servers/webhook-receiver.ts';

const LONG = { timeout: 3 * PATIENCE_MS };
const ENV = { STENO_ALLOW_PRIVATE: '1' };

describe.skipIf(noPostgres !== null)('a webhook whose sender', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let empty: Awaited<ReturnType<typeof startOrigin>>;

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    empty = await startOrigin((_, response) => response.writeHead(404).end());
  });
  afterAll(async () => {
    await cluster?.stop();
    await empty?.close();
    await server?.stop();
  });

  const start = (name: string, env = {}) => cluster.start(name, { ...ENV, ...env });
  const fail = async ({ client }: Node, webhook_url: string): Promise<string> =>
    (await client.createTranscription({ url: empty.url, webhook_url, reuse: false })).id;
  const eventOf = async ({ client }: Node, transcription_id: string) => {
    const [event, ...others] = (await client.listDeliveries({ transcription_id })).data;
    expect(others).toEqual([]);
    if (!event) throw new Error('There is no event.');
    return event;
  };
  const outcomes = async (node: Node, id: string) =>
    (await eventOf(node, id)).attempts.map(({ outcome }) => outcome);

  it("hangs is sent by another, and the late answer is nobody's", LONG, async () => {
    let answerLate = () => {};
    const receiver = await startReceiver(null, (response) => {
      answerLate = () => response.writeHead(200).end();
    });
    const frozen = await start('frozen');
    const id = await fail(frozen, receiver.url);
    await until(() => receiver.received.length === 1);
    const other = await start('other');
    cluster.freeze(frozen);
    answerLate();
    await until(async () => (await eventOf(other, id)).status === 'pending');
    const interrupted = await eventOf(other, id);
    const endedAt = Date.parse(interrupted.attempts[0]?.ended_at ?? '');
    expect(Date.parse(interrupted.due_at ?? '')).toBe(endedAt + 60_000);
    cluster.thaw(frozen);
    receiver.answer(status(200));
    await frozen.client.redeliver(interrupted.id);
    await until(async () => (await eventOf(other, id)).status === 'delivered');
    // By its end it has stored whatever it would.
    await frozen.stop();
    expect(await outcomes(other, id)).toEqual(['interrupted', 'ok']);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.deliveryIds()).size).toBe(2);
    await other.stop();
    await receiver.close();
  });

  it.each([
    ['before the attempt is stored', 'attempt.storing', ['ok'], 1],
    ['before it has sent anything', 'attempt.stored', ['interrupted', 'ok'], 1],
    ['between the answer and its record', 'attempt.answered', ['interrupted', 'ok'], 2],
    ['while it records the answer', 'attempt.ending', ['interrupted', 'ok'], 2],
  ] as const)('is killed %s', LONG, async (_, at, expected, requests) => {
    const receiver = await startReceiver(null);
    const log = join(cluster.dataDir, '..', `${at}.log`);
    const killed = await start('killed', strikeEnvironment({ at, hit: 1, action: 'kill' }, log));
    const id = await fail(killed, receiver.url);
    await until(() => !isRunning(killed.pid));
    await cluster.kill(killed);
    const other = await start('other');
    await until(async () => (await eventOf(other, id)).status !== 'sending');
    await until(async () => (await outcomes(other, id)).length === 1);
    if (expected.length === 2) await other.client.redeliver((await eventOf(other, id)).id);
    await until(async () => (await eventOf(other, id)).status === 'delivered');
    expect(await outcomes(other, id)).toEqual(expected);
    expect(receiver.received).toHaveLength(requests);
    await other.stop();
    await receiver.close();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
