import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import { WINDOW } from '../../../src/main/services/principal.ts';
import { createLiveRecordingService } from '../../../src/main/services/recordings/live-recording.service.ts';
import { createFileService } from '../../../src/main/services/sources/file.service.ts';
import { OpenRecording, type OpenRecordingInput } from '../../../src/shared/recordings.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

const MINUTE = 60_000;
const NO_TEXT = { segments: [], provisional: [], until: 0, behind: 0, problem: null };
const second = new Uint8Array(32_000).fill(7);
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A service of recordings whose sound is counted when it is stored; `full` says that nothing can be. */
async function start(dataDir: string, clock = createFakeClock()) {
  const { core, stop } = openCore(dataDir, { clock });
  const world = {
    full: false,
    /** Nothing can be stored, which shows before anything is read. */
    refused: false,
    /** How often the disk was asked how much is free, and when it answers. */
    asks: 0,
    answer: Promise.resolve(),
    stored: [] as number[],
    created: [] as string[],
    status: 'queued' as Transcription['status'],
    highlighted: [] as (string | null)[],
    /** Of what its transcription is asked for. */
    troubles: [] as Error[],
  };
  const files = createFileService({
    ...core,
    removals: {
      ...core.removals,
      async note(entry) {
        if (world.refused) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        await core.removals.note(entry);
      },
    },
    storage: {
      ...core.storage,
      async put(key, content, options) {
        if (!world.full) return core.storage.put(key, content, options);
        await buffer(content);
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    },
  });
  const recordings = createLiveRecordingService(core, {
    checkOptions: async () => {},
    requireFreeDisk: () => {
      world.asks += 1;
      return world.answer;
    },
    liveText: () => ({ text: () => NO_TEXT, grew: () => {}, close: async () => {} }),
    encode: async ({ path }, { write }) => {
      await write(await readFile(path));
    },
    files: {
      resolve: async () => null,
      async store(...given) {
        const file = await files.store(...given);
        world.stored.push(file.bytes);
        return file;
      },
    },
    transcriptions: {
      async create({ url }) {
        world.created.push(url);
        tellStatus();
        return { how: 'created', transcription: { id: 'trs_1' } as Transcription };
      },
      change: async () => ({}) as never,
      async get() {
        const trouble = world.troubles.shift();
        if (trouble) throw trouble;
        const segments = [{ start: 0, end: 1, text: 'Hello.' }];
        const result = world.status === 'completed' ? { segments } : null;
        return { status: world.status, result } as Transcription;
      },
    },
    highlights: {
      async add(_id, { comment }) {
        world.highlighted.push(comment ?? null);
        return {} as never;
      },
      list: async () => ({ data: [] }),
    },
  });
  const tellStatus = () => {
    const transcription = { id: 'trs_1', status: world.status } as Transcription;
    core.events.emit({ type: 'transcription', transcription });
  };
  const discarded: string[] = [];
  core.events.subscribe((event) => {
    if (event.type === 'recording_discarded') discarded.push(event.id);
  });
  await recordings.begin();
  recordings.start();
  const close = async () => {
    await recordings.stop();
    await stop();
  };
  stops.push(close);
  const begin = async (input: OpenRecordingInput = {}) =>
    (await recordings.open(OpenRecording.parse(input), WINDOW, null)).recording.id;
  const put = (id: string, number: number) =>
    recordings.put({ id, number }, second, { principal: WINDOW });
  const status = (id: string) => recordings.get(id, WINDOW).status;
  return { recordings, world, tellStatus, discarded, clock, close, begin, put, status };
}

/** Waits while the clock goes on: what is looked after every few seconds may take longer than the clock was turned. */
const soon = (clock: FakeClock, look: () => boolean | Promise<boolean>) =>
  until(async () => {
    await clock.advance(5000);
    return look();
  });

describe('recordings that nobody ends', () => {
  it('finishes one ten minutes after its last sound', async () => {
    const { clock, begin, put, status, world } = await start(await makeTempFolder());
    const id = await begin();
    await clock.advance(9 * MINUTE);
    await put(id, 0);
    await clock.advance(9 * MINUTE);
    expect(status(id)).toBe('recording');
    await clock.advance(2 * MINUTE);
    await soon(clock, () => status(id) === 'finished');
    expect(world.stored).toEqual([32_000]);
  });

  it('lets a paused one wait four hours, and forgets one that never had sound', async () => {
    const dataDir = await makeTempFolder();
    const { clock, begin, put, status, recordings } = await start(dataDir);
    const [paused, silent] = [await begin(), await begin()];
    await put(paused, 0);
    await recordings.pause(paused, WINDOW);
    await clock.advance(3.9 * 60 * MINUTE);
    expect(status(paused)).toBe('paused');
    await soon(clock, async () => (await readdir(join(dataDir, 'live'))).length === 1);
    expect(() => status(silent)).toThrow('no recording');
    await clock.advance(0.2 * 60 * MINUTE);
    await soon(clock, () => status(paused) === 'finished');
  });

  it('waits a minute after a start for whoever was recording', async () => {
    const dataDir = await makeTempFolder();
    const first = await start(dataDir);
    const [back, gone] = [await first.begin(), await first.begin()];
    for (const id of [back, gone]) await first.put(id, 0);
    await first.close();
    stops.pop();
    const second = await start(dataDir, createFakeClock(first.clock.now() + 3 * 60 * MINUTE));
    expect(await second.put(back, 0)).toMatchObject({ next_piece: 1 });
    await second.put(back, 1);
    await second.clock.advance(1.5 * MINUTE);
    await soon(second.clock, () => second.status(gone) === 'finished');
    expect(second.status(back)).toBe('recording');
    expect(second.recordings.get(back, WINDOW).duration).toBe(2);
  });

  it('starts without those that cannot be opened, and keeps them', async () => {
    const dataDir = await makeTempFolder();
    const first = await start(dataDir);
    const [sound, noted, other] = [await first.begin(), await first.begin(), await first.begin()];
    for (const id of [sound, noted, other]) await first.put(id, 0);
    await first.close();
    stops.pop();
    const live = join(dataDir, 'live');
    for (const path of [join(live, sound, 'sound'), join(live, noted, 'recording.json')]) {
      await rename(path, `${path}.away`);
      await mkdir(path);
    }
    const second = await start(dataDir);
    expect(second.recordings.list(WINDOW).data.map(({ id }) => id)).toEqual([other]);
    await second.clock.advance(60 * MINUTE);
    await soon(second.clock, () => second.status(other) === 'finished');
    expect(await readdir(live)).toEqual(expect.arrayContaining([sound, noted]));
  });

  // Nothing removes it by its path.
  it.skipIf(process.platform === 'win32')(
    'starts though one that was discarded cannot be removed',
    async () => {
      const dataDir = await makeTempFolder();
      const first = await start(dataDir);
      const id = await first.begin();
      await first.put(id, 0);
      await first.close();
      stops.pop();
      const gone = join(dataDir, 'live', 'rec_0123456789abcdefghijkl.gone');
      const deep = 'N=$(printf %0200d); for I in $(seq 30); do mkdir $N && cd -P $N || exit; done';
      await mkdir(gone);
      await execa('sh', ['-c', deep], { cwd: gone });
      try {
        const second = await start(dataDir);
        expect(second.status(id)).toBe('recording');
      } finally {
        await execa('rm', ['-rf', gone]);
      }
    },
  );

  it('leaves nothing of one without sound, also after a start, and tells those who follow it', async () => {
    const dataDir = await makeTempFolder();
    const first = await start(dataDir);
    const id = await first.begin();
    await expect(first.recordings.finish(id, WINDOW)).rejects.toThrow('Nothing was recorded');
    await first.close();
    stops.pop();
    const second = await start(dataDir);
    expect(second.status(id)).toBe('recording');
    await soon(second.clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
    expect(second.discarded).toEqual([id]);
    expect(second.recordings.list(WINDOW).data).toEqual([]);
    expect(second.world.stored).toEqual([]);
  });

  it('keeps every piece that it acknowledges while it stops, and takes none after that', async () => {
    const dataDir = await makeTempFolder();
    const first = await start(dataDir);
    const id = await first.begin();
    const sent = [0, 1, 2].map((number) => first.put(id, number));
    await first.close();
    stops.pop();
    const acknowledged = (await Promise.all(sent)).at(-1);
    await expect(first.put(id, 3)).rejects.toThrow('being stopped');
    const second = await start(dataDir);
    expect(second.recordings.get(id, WINDOW).next_piece).toBe(acknowledged?.next_piece);
    expect(acknowledged).toMatchObject({ next_piece: 3, duration: 3 });
  });

  it('keeps one that finds no room, says so, and tries again until there is some', async () => {
    const dataDir = await makeTempFolder();
    const first = await start(dataDir);
    const id = await first.begin();
    await first.put(id, 0);
    first.world.full = true;
    await expect(first.recordings.finish(id, WINDOW)).rejects.toThrow('full');
    const stuck = first.recordings.get(id, WINDOW);
    expect(stuck).toMatchObject({ status: 'finishing', duration: 1 });
    expect(stuck.problem).toMatch('disk is full');
    await first.close();
    stops.pop();
    const second = await start(dataDir);
    await soon(second.clock, () => second.status(id) === 'finished');
    expect(second.recordings.get(id, WINDOW).problem).toBeNull();
    expect(second.world.stored).toEqual([32_000]);
    await second.clock.advance(25 * 60 * MINUTE);
    await soon(second.clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
  });

  it('keeps one that finds no room before any of its sound is read', async () => {
    const { begin, put, recordings, world, status, clock } = await start(await makeTempFolder());
    const id = await begin();
    for (const number of [0, 1, 2, 3]) await put(id, number);
    world.refused = true;
    await expect(recordings.finish(id, WINDOW)).rejects.toThrow('full');
    expect(recordings.get(id, WINDOW).problem).toMatch('disk is full');
    world.refused = false;
    await soon(clock, () => status(id) === 'finished');
    expect(world.stored).toEqual([4 * 32_000]);
  });

  it('keeps a piece that is stored while one without sound is given up', async () => {
    const { begin, put, recordings, world, clock } = await start(await makeTempFolder());
    const id = await begin();
    await clock.advance(10 * MINUTE - 1000);
    const answer = Promise.withResolvers<void>();
    world.answer = answer.promise;
    const sent = put(id, 0);
    await until(() => world.asks === 1);
    await clock.advance(6000);
    answer.resolve();
    expect(await sent).toMatchObject({ next_piece: 1 });
    await clock.advance(10_000);
    expect(recordings.get(id, WINDOW)).toMatchObject({ status: 'recording', duration: 1 });
  });

  it('ends none because the clock was set, and each that is left ten minutes after its last sound', async () => {
    const { begin, put, status, clock } = await start(await makeTempFolder());
    const id = await begin();
    await put(id, 0);
    clock.setWall(clock.now() + 5 * 60 * MINUTE);
    await clock.advance(10_000);
    expect(status(id)).toBe('recording');
    await put(id, 1);
    clock.setWall(clock.now() - 24 * 60 * MINUTE);
    await clock.advance(9 * MINUTE);
    expect(status(id)).toBe('recording');
    await clock.advance(2 * MINUTE);
    await soon(clock, () => status(id) === 'finished');
  });
});

describe('the moments that were marked', () => {
  it('are highlighted though the transcription was over before the recording knew of it', async () => {
    const { begin, put, recordings, world, clock } = await start(await makeTempFolder());
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    world.status = 'completed';
    await recordings.finish(id, WINDOW);
    await soon(clock, () => world.highlighted.length > 0);
    expect(world.highlighted).toEqual(['here']);
  });

  it('are highlighted later where that fails at first', async () => {
    const { begin, put, recordings, world, tellStatus, clock } = await start(
      await makeTempFolder(),
    );
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    await recordings.finish(id, WINDOW);
    world.status = 'completed';
    world.troubles = [new Error('The database is busy.')];
    tellStatus();
    await until(() => world.troubles.length === 0);
    await soon(clock, () => world.highlighted.length > 0);
    expect(world.highlighted).toEqual(['here']);
  });

  it('keep no recording that will never have a text', async () => {
    const dataDir = await makeTempFolder();
    const { begin, put, recordings, world, tellStatus, clock } = await start(dataDir);
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    await recordings.finish(id, WINDOW);
    world.status = 'failed';
    tellStatus();
    await clock.advance(25 * 60 * MINUTE);
    await soon(clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
    expect(world.highlighted).toEqual([]);
  });
});
