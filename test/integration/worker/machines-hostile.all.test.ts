/** A worker with a right key that does what no worker does: it spoils no recording, and what it says is cleaned. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/shared/error-catalogue.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { fakeEngine, sayingEngine } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker, type WorkerProcess } from '../../helpers/harness/worker-process.ts';

let app: TestApp;
let key: string;
let folder: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let text: string | undefined;
const workers: WorkerProcess[] = [];

const transcribe = async () => {
  const url = `${origin.url}/long.wav`;
  const { id } = await app.client.createTranscription({ url, language: 'en' });
  return finished(app.client, id);
};
const machines = async () => (await app.client.listMachines()).data;

beforeAll(async () => {
  const long = asFile(compose(loadPool(), clipsIn('en', 12)));
  origin = await serveRecordings({ '/long.wav': long.bytes });
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'own'), quickEngine);
  app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  ({ key } = await app.client.createKey({ name: 'worker', scope: 'worker' }));
  text = (await transcribe()).result?.text;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
  await until(async () => (await machines()).length === 0);
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const error = (id: string | null, code: string) =>
  JSON.stringify({ type: 'error', id, code, message: `gone ${'x'.repeat(5000)}` });

describe('no recording fails by one', () => {
  test.each([
    ['says that the model is damaged', sayingEngine(error(null, 'model_invalid'))],
    ['says so of the window', sayingEngine(error('ID', 'model_invalid'))],
    ['knows no language', sayingEngine(error('ID', 'unknown_language'))],
    ['was never asked to stop', sayingEngine(error('ID', 'aborted'))],
    ['sends segments without end', fakeEngine('flood')],
    ['says what is no event', sayingEngine('{"type":"ready"}')],
  ])('that %s', async (_, command) => {
    const engine = await writeProgram(join(folder, 'hostile'), command);
    const worker = await startWorker({ url: app.url, key }, { name: 'hostile', engine });
    workers.push(worker);
    await worker.joined();
    const done = await transcribe();
    expect([done.status, done.result?.text]).toEqual(['completed', text]);
    expect(done.error).toBeNull();
    const problem = (await machines())[0]?.problem ?? null;
    const ours = Object.values(ERRORS).map(({ message }) => message);
    if (problem !== null) expect(ours).toContain(problem);
  });
});
