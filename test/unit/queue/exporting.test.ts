import { cpSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RenderExport } from '../../../src/main/queue/export-files.ts';
import { createExporting } from '../../../src/main/queue/exporting.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { createSettingsRepository } from '../../../src/main/repositories/settings.repository.ts';
import { createStructuringRepository } from '../../../src/main/repositories/transcripts/structuring.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/view.ts';
import { AutomaticExport } from '../../../src/shared/exports/automatic-export.ts';
import { makeTempFolder } from '../../helpers/app.ts';
import { openCore } from '../../helpers/core.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { canMakeDisk, makeDisk } from '../../helpers/small-disk.ts';
import { storeTranscript } from '../../helpers/stored-transcripts.ts';
import { until } from '../../helpers/until.ts';

const DAY_MS = 24 * 3_600_000;

let base: string;
let folder: string;
beforeEach(async () => {
  base = await makeTempFolder();
  folder = join(base, 'texts');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const renderText: RenderExport = async (id, format) => [
  Buffer.from(`${format} of `),
  Buffer.from(id),
];
const settings = (given: Partial<AutomaticExport> = {}) =>
  AutomaticExport.parse({ formats: ['txt', 'srt'], folder, name: '{title}.{ext}', ...given });

/** A service on a data folder that does nothing but export. */
async function startExporting({
  data = join(base, 'data'),
  wanted = settings(),
  render = renderText,
}: {
  data?: string;
  wanted?: AutomaticExport | null;
  render?: RenderExport;
} = {}) {
  const clock = createFakeClock();
  const { core, stop } = openCore(data, { clock });
  const { db, events } = core;
  const now = { wanted };
  const announced: string[] = [];
  await createSettingsRepository(db).save({ auto_export: wanted });
  const { start } = createExporting(core, {
    ...{ render, wanted: async () => now.wanted },
    announce: ({ warnings }) => announced.push(warnings.at(-1)?.message ?? 'well'),
  });
  const due = async () => (await db.selectFrom('automatic_exports').selectAll().execute()).length;
  const warnings = async (id: string) =>
    (await createTranscriptionRepository(db).find(id, EVERYTHING))?.warnings;
  return {
    ...{ db, clock, start, stop, announced, due, warnings },
    now,
    /** Stores a recording that was finished at this time. */
    finish: async (title: string, at = clock.now()) => {
      const id = await storeTranscript(db, { title, windows: [['Hello.']] });
      const finished = db.updateTable('transcriptions').set({ completed_at: at });
      await finished.where('id', '=', id).execute();
      return id;
    },
    done: () => until(async () => (await due()) === 0),
    /** As the settings service does. */
    change: (to: AutomaticExport | null) => {
      now.wanted = to;
      events.emit({ type: 'settings', settings: { auto_export: to } as never });
    },
  };
}

const there = async (where = folder) => (await readdir(where)).sort();

test('a finished recording is written in every format wanted, once, and nothing else is left', async () => {
  const service = await startExporting();
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
  const service = await startExporting();
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
  const service = await startExporting({
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
  const service = await startExporting();
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
  const service = await startExporting({ wanted: settings({ folder: join(base, 'nowhere') }) });
  const first = await service.finish('First.mp3');
  service.start();
  await until(() => service.announced.length === 1);
  service.change(settings());
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
  const service = await startExporting();
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
  const service = await startExporting({
    render: async (id, format, signal) => {
      if (id === broken) throw new Error('No.');
      return renderText(id, format, signal);
    },
  });
  broken = await service.finish('Broken.mp3');
  await service.finish('Good.mp3');
  service.start();
  await until(() => there().then((names) => names.length === 2));
  while ((await service.due()) > 0) {
    await service.clock.sleeping();
    await service.clock.advance(300_000);
  }
  expect(await there()).toEqual(['Good.srt', 'Good.txt']);
  expect((await service.warnings(broken))?.[0]?.message).toMatch(/^Not exported: Something went/);
  await service.stop();
});

test('a stop in the middle leaves nothing half written, and the next start goes on', async () => {
  const stopping = Promise.withResolvers<void>();
  const first = await startExporting({
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
  const second = await startExporting({
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
  const service = await startExporting({
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

test('a folder that is away for a month is given up, and the recording says so', async () => {
  const service = await startExporting();
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

test('what was deleted before it was written leaves nothing, not even half a file', async () => {
  const id = 'trs_gone';
  await writeFile(join(folder, `.${id}.txt.part`), 'half');
  await writeFile(join(folder, `.trs_other.txt.part`), 'not ours');
  const service = await startExporting();
  await service.db
    .insertInto('automatic_exports')
    .values({ transcription_id: id, due_at: 0, folder })
    .execute();
  service.start();
  await service.done();
  expect(await there()).toEqual(['.trs_other.txt.part']);
  await service.stop();
});

test('a text that a language model is improving is waited for', async () => {
  const service = await startExporting();
  const id = await service.finish('Talk.mp3');
  const { request, drop } = createStructuringRepository(service.db);
  await request(id, 0);
  await service.finish('Other.mp3');
  service.start();
  await until(() => there().then((names) => names.length === 2));
  expect([await there(), await service.due()]).toEqual([['Other.srt', 'Other.txt'], 1]);
  await drop({ id, attempts: 0 });
  await service.clock.sleeping();
  await service.clock.advance(15_000);
  await service.done();
  expect(await there()).toHaveLength(4);
  await service.stop();
});

test.each(['export.written', 'export.placed'] as const)(
  'killed at %s, each file is there once after the next start',
  async (moment) => {
    const [data, killed] = [join(base, 'data'), join(base, 'killed')];
    const first = await startExporting();
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
    const second = await startExporting({ data: join(killed, 'data') });
    second.start();
    await second.done();
    expect(await there()).toEqual(['Talk.srt', 'Talk.txt']);
    await second.stop();
  },
);

test.runIf(canMakeDisk)(
  'a full disk is said, keeps nothing half written, and is tried again',
  async () => {
    const disk = await makeDisk(2);
    onTestFinished(disk.remove);
    const big = Buffer.alloc(600_000, 'x');
    const service = await startExporting({
      wanted: settings({ folder: disk.path }),
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
