/** The service is stopped and goes on, as after a sleep: what happened meanwhile counts, and nothing is done twice. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { recordingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import { startReceiver } from '../../helpers/servers/webhook-receiver.ts';

/** Longer than a receiver has to answer. */
const STOPPED_MS = 10_500;

test.runIf(process.platform !== 'win32')(
  'no window is heard twice, no webhook sent twice, and an answer that came in time is one',
  async () => {
    const dataDir = join(await makeTempFolder(), 'data');
    const log = join(dirname(dataDir), 'heard.log');
    const { bytes } = asFile(compose(loadPool(), clipsIn('en', 30)));
    const origin = await serveRecordings({ '/talk.wav': bytes });
    let answer = () => {};
    const receiver = await startReceiver(null, (response) => {
      answer = () => response.writeHead(204).end();
    });
    const service = await startService(dataDir, {
      STENO_ENGINE: await writeProgram(join(dirname(dataDir), 'engine.sh'), recordingEngine(log)),
      STENO_LANES: '1',
      STENO_THREADS: '1',
    });
    const { client, pid } = service;
    const { id } = await client.createTranscription({ url: `${origin.url}/talk.wav` });
    await until(() => (storedRow(dataDir, id)?.windowsDone ?? 0) > 0);
    const webhook_url = receiver.url;
    await client.createTranscription({ url: `${origin.url}/none.wav`, webhook_url });
    await until(() => receiver.received.length === 1);
    expect((await client.getTranscription(id)).status).toBe('processing');

    process.kill(pid, 'SIGSTOP');
    answer();
    await sleep(STOPPED_MS);
    process.kill(pid, 'SIGCONT');

    const done = await finished(client, id);
    expect(done.status).toBe('completed');
    expect(transcribedWindows(log)).toHaveLength(storedRow(dataDir, id)?.windows ?? 0);
    const { data } = await client.listDeliveries();
    expect(data).toMatchObject([{ status: 'delivered', attempts: [{ outcome: 'ok' }] }]);
    expect(receiver.received).toHaveLength(1);
    expect(await service.stop()).toBe(0);
    await Promise.all([origin.close(), receiver.close()]);
    await rm(dirname(dataDir), { recursive: true, force: true });
  },
);
