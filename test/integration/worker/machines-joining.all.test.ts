/** Who may join as a machine that transcribes, and how joining ends. */

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker } from '../../helpers/harness/worker-process.ts';

let app: TestApp;
let engine: string;
const open: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  engine = await writeProgram(join(await makeTempFolder(), 'engine'), quickEngine);
  app = await startTestApp({ engineFile: engine });
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
afterAll(() => app.stop());

const keyFor = async (scope: 'own' | 'all' | 'read') => {
  const { key, id } = await app.client.createKey({ name: scope, scope });
  return { key, id };
};
const names = async ({ client }: TestApp) =>
  (await client.listMachines()).data.map(({ name }) => name);
const refused = async (key: string, url = app.url) => {
  const worker = await startWorker({ url, key }, { name: 'stranger', engine });
  open.push(worker);
  return { code: await worker.ended, said: worker.output.stderr };
};

test('a key that is none, or may not change everything, is refused in a sentence', async () => {
  expect(await refused('steno_live_nobody')).toMatchObject({ code: 1 });
  for (const scope of ['own', 'read'] as const) {
    const { code, said } = await refused((await keyFor(scope)).key);
    expect(code).toBe(1);
    expect(said).toContain('steno: This key');
  }
  expect(await names(app)).toEqual([]);
});

test('without a key it says where one comes from', async () => {
  const { code, stderr } = await runSteno(['worker', app.url]);
  expect(code).toBe(2);
  expect(stderr).toContain('STENO_KEY');
  expect(stderr).toContain('steno keys create --name worker --scope worker');
});

test('an address on which the key could be read is refused unless that is wanted', async () => {
  const env = { STENO_KEY: 'steno_live_nobody' };
  const { code, stderr } = await runSteno(['worker', 'http://192.0.2.1:4717'], env);
  expect(code).toBe(2);
  expect(stderr).toContain('--insecure');
});

test('a revoked key ends it at once, and the worker says so', async () => {
  const { key, id } = await keyFor('all');
  const worker = await startWorker({ url: app.url, key }, { name: 'trusted', engine });
  open.push(worker);
  await worker.joined();
  expect(await names(app)).toEqual(['trusted']);
  await app.client.revokeKey(id);
  await until(async () => (await names(app)).length === 0);
  expect(await worker.ended).toBe(1);
  expect(worker.output.stderr).toContain('steno: ');
});

test('a service that is not there yet, or again, is joined as soon as it is', async () => {
  const dataDir = await makeTempFolder();
  const first = await startTestApp({ engineFile: engine, dataDir });
  const { key } = await first.client.createKey({ name: 'worker', scope: 'worker' });
  const { port } = first;
  await first.stop();
  const worker = await startWorker(
    { url: `http://127.0.0.1:${port}`, key },
    { name: 'patient', engine },
  );
  open.push(worker);
  await until(() => worker.output.stderr.includes('the service cannot be reached'));
  for (let run = 0; run < 2; run++) {
    const service = await startTestApp({ engineFile: engine, dataDir, port });
    await until(async () => (await names(service)).length > 0);
    expect(await names(service)).toEqual(['patient']);
    await service.stop();
  }
});

test('the key appears neither in the list of programs nor in what the worker says', async () => {
  const { key } = await keyFor('all');
  const worker = await startWorker({ url: app.url, key }, { name: 'discreet', engine });
  open.push(worker);
  await worker.joined();
  const { stdout } = await runSteno(['machines', '--data', app.dataDir]);
  expect(stdout).toContain('discreet');
  expect(worker.output.stdout + worker.output.stderr + stdout).not.toContain(key);
});
