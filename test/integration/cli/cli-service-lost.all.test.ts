/** What a command does whose service stops, starts again, or only seems to be there. */
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectService } from '../../../src/main/cli/with-service.ts';
import { systemClock } from '../../../src/main/core/clock.ts';
import { loadConfig } from '../../../src/main/core/config.ts';
import { findService } from '../../../src/main/core/service-file.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

const PATIENCE_MS = 15_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTempFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const config = () => loadConfig({ dataDir }, { STENO_LOG: 'silent', STENO_YT_DLP_URL: '' });

test('a service that restarts, here on the same port, is waited for and used again', async () => {
  const clock = createFakeClock();
  const before = await startTestApp({ dataDir });
  const { client, close } = await connectService(config(), { clock });
  await before.stop();
  const asked = client.createKey({ name: 'asked meanwhile' });
  await clock.sleeping(0);
  await clock.advance(PATIENCE_MS - 1_000);
  const after = await startTestApp({ dataDir, port: before.port });
  await clock.advance(1_000);
  await asked;
  const { data } = await after.client.listKeys();
  expect(data.filter(({ name }) => name === 'asked meanwhile')).toHaveLength(1);
  await close();
  expect((await findService(dataDir))?.url).toBe(after.url);
  await after.stop();
});

test('where it does not come back, the command runs a service itself', async () => {
  const clock = createFakeClock();
  const before = await startTestApp({ dataDir });
  const { client, close } = await connectService(config(), { clock });
  await before.stop();
  const asked = client.listKeys();
  await until(async () => {
    await clock.advance(1_000);
    return (await findService(dataDir))?.lasting === false;
  });
  expect((await asked).data).toHaveLength(1);
  await close();
  expect(await findService(dataDir)).toBeNull();
});

test('two that lose their service at once share the next one', async () => {
  const own = await connectService(config(), { clock: systemClock });
  const others = [
    await connectService(config(), { clock: systemClock }),
    await connectService(config(), { clock: systemClock }),
  ];
  await own.client.createKey({ name: 'kept' });
  await own.close();
  const asked = others.flatMap(({ client }) => [client.listKeys(), client.listKeys()]);
  for (const { data } of await Promise.all(asked)) expect(data).toHaveLength(1);
  for (const { close } of others) await close();
});

test('what a crash left behind, and what answers nothing, is no service', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await (await startTestApp({ dataDir })).stop();
  const stale = {
    url: `http://127.0.0.1:${port}`,
    token: 'x'.repeat(22),
    localOnly: true,
    model: null,
    lasting: true,
  };
  await writeFile(join(dataDir, 'service.json'), JSON.stringify(stale));
  const clock = createFakeClock();
  const connecting = connectService(config(), { clock });
  await clock.sleeping();
  await clock.advance(5_000);
  const { service, client, close } = await connecting;
  expect(service.lasting).toBe(false);
  expect((await client.listKeys()).data).toHaveLength(1);
  await close();
});

test('Ctrl-C ends the wait', async () => {
  const app = await startTestApp({ dataDir });
  await rm(join(dataDir, 'service.json'));
  const clock = createFakeClock();
  const interrupt = new AbortController();
  const connecting = connectService(config(), { clock, signal: interrupt.signal });
  await clock.sleeping();
  interrupt.abort(new Error('Stopped.'));
  await expect(connecting).rejects.toThrow('Stopped.');
  await app.stop();
});

test('a folder that stays locked without an answer is already in use', async () => {
  const app = await startTestApp({ dataDir });
  await rm(join(dataDir, 'service.json'));
  const clock = createFakeClock();
  let failure: unknown = null;
  connectService(config(), { clock }).catch((error: unknown) => {
    failure = error;
  });
  const start = clock.mono();
  await until(async () => {
    await clock.advance(1_000);
    return failure;
  });
  expect(failure).toMatchObject({ code: 'already_running' });
  expect(clock.mono() - start).toBeGreaterThanOrEqual(PATIENCE_MS);
  await app.stop();
});
