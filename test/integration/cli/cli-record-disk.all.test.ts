import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bytesOfS16, decodeFile } from '../../helpers/corpus/audio.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

test.runIf(canMakeDisk)(
  'steno record goes on while the disk is full, and sends all of it when there is room',
  async () => {
    const disk = await makeDisk(300);
    onTestFinished(disk.remove);
    const app = await startTestApp({ dataDir: join(disk.path, 'data') });
    onTestFinished(() => app.stop());
    const folder = await makeTempFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [samples, go] = [join(folder, 'samples'), join(folder, 'go')];
    const said = decodeFile(shortFile);
    await writeFile(samples, bytesOfS16(said));
    const microphone = await writeScript(
      join(folder, 'ffmpeg'),
      `while [ ! -e ${shellWord(go)} ]; do sleep 0.1; done`,
      `cat ${shellWord(samples)}`,
      'exec sleep 1000',
    );
    const running = startSteno(['record', '--data', app.dataDir, '--language', 'en', '--no-live'], {
      STENO_FFMPEG: microphone,
    });
    const { id } = await until(async () => (await app.client.listRecordings()).data[0]);
    disk.fill(100);
    await writeFile(go, '');
    await until(() => running.output.stderr.includes('kept, and sent then'));
    expect(await app.client.getRecording(id)).toMatchObject({ next_piece: 0 });
    await disk.makeRoom();
    const wholePieces = Math.floor(said.length / 8_000);
    await until(async () => (await app.client.getRecording(id)).next_piece === wholePieces);
    running.interrupt();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/Anna watched the quiet garden today\..*golden leaf\./);
  },
);
