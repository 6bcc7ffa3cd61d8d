/** What is written of finished recordings, and where. */
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createStructuringRepository } from '../../../src/main/repositories/transcripts/structuring.repository.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { DAY_MS, renderText, startExporting, textsInto } from '../../helpers/harness/exporting.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
let folder: string;
beforeEach(async () => {
  base = await makeTempFolder();
  folder = join(base, 'texts');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const there = async (where = folder) => (await readdir(where)).sort();

test('a finished recording is written in every format wanted, once, and nothing else is left', async () => {
  const service = await startExporting(base);
  const id = await service.finish('Garden talk.mp3');
  service.start();
  await service.done();
  expect(await there()).toEqual(['Garden talk.srt', 'Garden talk.txt']);
  expect(await readFile(join(folder, 'Garden talk.txt'), 'utf8')).toBe(`txt of ${id}`);
  expect(service.announced).toEqual([]);
  await service.stop();
});

test("another's file is never replaced, also under capitals: all files of the recording get the next number", async () => {
  await writeFile(join(folder, 'TALK.TXT'), 'mine');
  await writeFile(join(folder, 'Talk 2.srt'), 'mine, too');
  const service = await startExporting(base);
  await service.finish('Talk.mp3');
  await service.finish('Talk.mp3');
  service.start();
  await service.done();
  const own = ['Talk 3.srt', 'Talk 3.txt', 'Talk 4.srt', 'Talk 4.txt'];
  expect(await there()).toEqual(['TALK.TXT', 'Talk 2.srt', ...own].sort());
  expect(await readFile(join(folder, 'TALK.TXT'), 'utf8')).toBe('mine');
  await service.stop();
});

test('a file that appears while another is written is not replaced either', async () => {
  const service = await startExporting(base, {
    render: async (id, format, signal) => {
      if (format === 'srt') await writeFile(join(folder, 'Talk.srt'), 'mine');
      return renderText(id, format, signal);
    },
  });
  await service.finish('Talk.mp3');
  service.start();
  await service.done();
  expect(await there()).toEqual(['Talk 2.srt', 'Talk.srt', 'Talk.txt']);
  expect(await readFile(join(folder, 'Talk.srt'), 'utf8')).toBe('mine');
  await service.stop();
});

test('without its folder a recording stays finished, says so, and is written when the folder is back', async () => {
  const service = await startExporting(base);
  const id = await service.finish('Talk.mp3');
  await rename(folder, `${folder}, unplugged`);
  service.start();
  await until(() => service.announced.length === 1);
  expect(await service.warnings(id)).toEqual([
    {
      code: 'export_failed',
      message: `Not exported yet: The folder ${folder} is not there. Steno keeps trying.`,
    },
  ]);
  await rename(`${folder}, unplugged`, folder);
  await service.clock.sleeping();
  await service.clock.advance(15_000);
  await service.done();
  await until(() => service.announced.length === 2);
  expect([await there(), await service.warnings(id)]).toEqual([['Talk.srt', 'Talk.txt'], []]);
  await service.stop();
});

test('another folder in the settings is tried at once, and off means that nothing is written', async () => {
  const service = await startExporting(base, { wanted: textsInto(join(base, 'nowhere')) });
  const first = await service.finish('First.mp3');
  service.start();
  await until(() => service.announced.length === 1);
  service.change(textsInto(folder));
  await service.done();
  expect(await there()).toEqual(['First.srt', 'First.txt']);
  await service.finish('Second.mp3');
  service.change(null);
  await service.done();
  expect(await there()).toEqual(['First.srt', 'First.txt']);
  expect(await service.warnings(first)).toEqual([]);
  await service.stop();
});

test("a folder that became Steno's own, by a link, is refused", async () => {
  await rm(folder, { recursive: true });
  const service = await startExporting(base);
  const id = await service.finish('Talk.mp3');
  await symlink(join(base, 'data'), folder, 'junction');
  const before = await there(join(base, 'data'));
  service.start();
  await until(() => service.announced.length === 1);
  expect((await service.warnings(id))?.[0]?.message).toContain('Steno keeps its own files in');
  expect(await there(join(base, 'data'))).toEqual(before);
  await service.stop();
});

test('what cannot be rendered is given up in the end, with a warning, and others are written', async () => {
  let broken = '';
  const service = await startExporting(base, {
    render: async (id, format, signal) => {
      if (id === broken) throw new Error('No.');
      return renderText(id, format, signal);
    },
  });
  broken = await service.finish('Broken.mp3');
  await service.finish('Good.mp3');
  service.start();
  while ((await service.due()) > 0) {
    await service.clock.sleeping();
    await service.clock.advance(300_000);
  }
  expect(await there()).toEqual(['Good.srt', 'Good.txt']);
  expect((await service.warnings(broken))?.[0]?.message).toMatch(/^Not exported: Something went/);
  await service.stop();
});

test('a folder that is away for a month is given up, and the recording says so', async () => {
  const service = await startExporting(base);
  await rm(folder, { recursive: true });
  const id = await service.finish('Talk.mp3', service.clock.now() - 20 * DAY_MS);
  service.start();
  await until(() => service.announced.length === 1);
  service.clock.setWall(service.clock.now() + 11 * DAY_MS);
  await service.clock.sleeping();
  await service.clock.advance(15_000);
  await service.done();
  expect((await service.warnings(id))?.map(({ message }) => message)).toEqual([
    `Not exported: The folder ${folder} is not there.`,
  ]);
  await service.stop();
});

test('a text that a language model is improving is waited for', async () => {
  const service = await startExporting(base);
  const id = await service.finish('Talk.mp3');
  const { request, drop } = createStructuringRepository(service.db);
  await request(id, 0);
  await service.finish('Other.mp3');
  service.start();
  await until(async () => (await service.due()) === 1);
  expect(await there()).toEqual(['Other.srt', 'Other.txt']);
  await drop({ id, attempts: 0 });
  await service.clock.sleeping();
  await service.clock.advance(15_000);
  await service.done();
  expect(await there()).toHaveLength(4);
  await service.stop();
});

test.runIf(canMakeDisk)(
  'a full disk is said, keeps nothing half written, and is tried again',
  async () => {
    const disk = await makeDisk(2);
    onTestFinished(disk.remove);
    const big = Buffer.alloc(600_000, 'x');
    const service = await startExporting(base, {
      wanted: textsInto(disk.path),
      render: async () => [big],
    });
    disk.fill(1);
    const id = await service.finish('Talk.mp3');
    service.start();
    await until(() => service.announced.length === 1);
    expect((await service.warnings(id))?.[0]?.message).toContain(
      `The disk of the folder ${disk.path} is full.`,
    );
    expect(await there(disk.path)).toEqual(['Talk.txt', 'filler']);
    await disk.makeRoom();
    await service.clock.sleeping();
    await service.clock.advance(15_000);
    await service.done();
    expect(await there(disk.path)).toEqual(['Talk.srt', 'Talk.txt']);
    await service.stop();
  },
);
