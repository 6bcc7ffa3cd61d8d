/** Supervisors ask whether the service answers, and whether it can take work. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../helpers/harness/app.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';

async function ask(url: string, path: string) {
  const answer = await fetch(url + path);
  return { status: answer.status, body: await answer.json() };
}

const LIVE = { status: 200, body: { status: 'ok' } };
const without = (name: string) => ({ status: 503, body: { status: 'not_ready', failed: [name] } });

test('a service that can work is live and ready', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  expect(await ask(app.url, '/health/live')).toEqual(LIVE);
  const ready = { status: 200, body: { status: 'ready', failed: [] } };
  expect(await ask(app.url, '/health/ready')).toEqual(ready);
});

test('without the engine it is live, not ready', async () => {
  const app = await startTestApp({ engineFile: '/nowhere/steno-engine' });
  onTestFinished(() => app.stop());
  expect(await ask(app.url, '/health/live')).toEqual(LIVE);
  expect(await ask(app.url, '/health/ready')).toEqual(without('engine'));
});

test.runIf(canMakeDisk)('with a full disk it is not ready', async () => {
  const disk = await makeDisk(260);
  onTestFinished(disk.remove);
  const app = await startTestApp({ dataDir: join(disk.path, 'data') });
  onTestFinished(() => app.stop());
  disk.fill(100);
  expect(await ask(app.url, '/health/ready')).toEqual(without('disk'));
});
