/** Whatever stops the service while it exports: each file is there once in the end, and nothing half written. */
import { cpSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { DAY_MS, renderText, startExporting } from '../../helpers/harness/exporting.ts';

let base: string;
let folder: string;
beforeEach(async () => {
  base = await makeTempFolder();
  folder = join(base, 'texts');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const there = async (where = folder) => (await readdir(where)).sort();

test('a stop in the middle leaves nothing half written, and the next start goes on', async () => {
  const stopping = Promise.withResolvers<void>();
  const first = await startExporting(base, {
    render: (id, format, signal) =>
      format === 'txt'
        ? renderText(id, format, signal)
        : new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            stopping.resolve();
          }),
  });
  await first.finish('Talk.mp3');
  first.start();
  await stopping.promise;
  const stopped = first.stop();
  await first.clock.sleeping(5000);
  await first.clock.advance(5000);
  await stopped;
  expect(await there()).toEqual(['Talk.txt']);
  let rendered = 0;
  const second = await startExporting(base, {
    render: (id, format, signal) => {
      rendered += 1;
      return renderText(id, format, signal);
    },
  });
  second.clock.setWall(first.clock.now());
  second.start();
  await second.done();
  expect([await there(), rendered]).toEqual([['Talk.srt', 'Talk.txt'], 1]);
  await second.stop();
});

test('what is being written when the service stops is still written', async () => {
  const begun = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const service = await startExporting(base, {
    render: async (id, format, signal) => {
      begun.resolve();
      await going.promise;
      return renderText(id, format, signal);
    },
  });
  await service.finish('Talk.mp3');
  service.start();
  await begun.promise;
  const stopped = service.stop();
  going.resolve();
  await stopped;
  expect(await there()).toEqual(['Talk.srt', 'Talk.txt']);
});

test('what stops the service each time is given up, and a clock that is set back delays nothing', async () => {
  const service = await startExporting(base);
  const id = await service.finish('Talk.mp3');
  await service.db
    .updateTable('automaticExports')
    .set({ attempts: 5, dueAt: service.clock.now() + DAY_MS })
    .execute();
  service.start();
  await service.done();
  expect(await there()).toEqual([]);
  expect((await service.warnings(id))?.[0]?.message).toBe(
    'Not exported: Steno stopped each time they were written.',
  );
  await service.stop();
});

test('what was deleted before it was written leaves nothing, not even half a file', async () => {
  const id = 'trs_gone';
  await writeFile(join(folder, `.${id}.txt.part`), 'half');
  await writeFile(join(folder, `.trs_other.txt.part`), 'not ours');
  const service = await startExporting(base);
  await service.db
    .insertInto('automaticExports')
    .values({ transcriptionId: id, dueAt: 0, folder })
    .execute();
  service.start();
  await service.done();
  expect(await there()).toEqual(['.trs_other.txt.part']);
  await service.stop();
});

test.each(['export.written', 'export.placed'] as const)(
  'killed at %s, each file is there once after the next start',
  async (moment) => {
    const [data, killed] = [join(base, 'data'), join(base, 'killed')];
    const first = await startExporting(base);
    await first.finish('Talk.mp3');
    let hit = false;
    globalThis.stenoFailpoint = (name) => {
      if (name !== moment || hit) return;
      hit = true;
      // What a kill would leave of both folders.
      cpSync(data, join(killed, 'data'), { recursive: true });
      cpSync(folder, join(killed, 'texts'), { recursive: true });
    };
    onTestFinished(() => {
      globalThis.stenoFailpoint = undefined;
    });
    first.start();
    await first.done();
    await first.stop();
    await rm(folder, { recursive: true });
    await rename(join(killed, 'texts'), folder);
    expect(await there()).toHaveLength(1);
    const second = await startExporting(base, { data: join(killed, 'data') });
    second.start();
    await second.done();
    expect(await there()).toEqual(['Talk.srt', 'Talk.txt']);
    await second.stop();
  },
);
