/** One data folder belongs to one service, however close together two are started. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTempFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const serve = () => startSteno(['serve', '--port', '0', '--data', dataDir]);

test.each([1, 2])('of two that are started together one runs: time %i', async () => {
  const both = [serve(), serve()];
  const ended = both.map((one) => one.ended.then(({ code }) => ({ one, code })));
  const { one: loser, code } = await Promise.race(ended);
  const winner = both.find((one) => one !== loser);
  expect(code).toBe(4);
  expect(loser.output).toMatchObject({ stdout: '' });
  expect(loser.output.stderr).toMatch(/already running|a service is starting/);
  await until(() => winner?.output.stdout.includes('\n'));
  expect((await (await connect(dataDir)).health()).status).toBe('ok');
  winner?.interrupt();
  expect((await winner?.ended)?.stderr).toBe('');
});

test('one that is started while another is being killed runs as soon as that is dead', async () => {
  const before = await startService(dataDir);
  const { key } = await before.client.createKey({ name: 'before' });
  const killed = before.kill();
  const after = await until(() => startService(dataDir).catch(() => null));
  await killed;
  expect((await after.client.listKeys()).data).toMatchObject([{ name: 'before' }]);
  expect(key).toMatch(/^steno_live_/);
  expect(await after.stop()).toBe(0);
});
