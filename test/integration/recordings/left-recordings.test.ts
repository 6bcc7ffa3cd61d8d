import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { WINDOW } from '../../../src/main/services/principal.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { soon, startRecordings } from '../../helpers/harness/recording-service.ts';
import { until } from '../../helpers/harness/until.ts';

const MINUTE = 60_000;
const IS_WINDOWS = process.platform === 'win32';

/** Folders in a folder until their paths are longer than the system takes: it is not removed by its path. */
async function fillTooDeep(folder: string, movedTo = folder): Promise<AsyncDisposable> {
  const deep = 'N=$(printf %0200d); for I in $(seq 30); do mkdir $N && cd -P $N || exit; done';
  await execa('sh', ['-c', deep], { cwd: folder });
  return {
    async [Symbol.asyncDispose]() {
      await execa('rm', ['-rf', folder, movedTo]);
    },
  };
}

describe('recordings that nobody ends', () => {
  it('finishes one ten minutes after its last sound', async () => {
    const { clock, begin, put, status, world } = await startRecordings(await makeTempFolder());
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
    const { clock, begin, put, status, recordings } = await startRecordings(dataDir);
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
    const first = await startRecordings(dataDir);
    const [back, gone] = [await first.begin(), await first.begin()];
    for (const id of [back, gone]) await first.put(id, 0);
    await first.close();
    const second = await startRecordings(
      dataDir,
      createFakeClock(first.clock.now() + 3 * 60 * MINUTE),
    );
    expect(await second.put(back, 0)).toMatchObject({ next_piece: 1 });
    await second.put(back, 1);
    await second.clock.advance(1.5 * MINUTE);
    await soon(second.clock, () => second.status(gone) === 'finished');
    expect(second.status(back)).toBe('recording');
    expect(second.recordings.get(back, WINDOW).duration).toBe(2);
  });

  it('starts without those that cannot be opened, and keeps them', async () => {
    const dataDir = await makeTempFolder();
    const first = await startRecordings(dataDir);
    const [sound, noted, other] = [await first.begin(), await first.begin(), await first.begin()];
    for (const id of [sound, noted, other]) await first.put(id, 0);
    await first.close();
    const live = join(dataDir, 'live');
    for (const path of [join(live, sound, 'sound'), join(live, noted, 'recording.json')]) {
      await rename(path, `${path}.away`);
      await mkdir(path);
    }
    const second = await startRecordings(dataDir);
    expect(second.recordings.list(WINDOW).data.map(({ id }) => id)).toEqual([other]);
    await second.clock.advance(60 * MINUTE);
    await soon(second.clock, () => second.status(other) === 'finished');
    expect(await readdir(live)).toEqual(expect.arrayContaining([sound, noted]));
  });

  it.skipIf(IS_WINDOWS)('starts though one that was discarded cannot be removed', async () => {
    const dataDir = await makeTempFolder();
    const first = await startRecordings(dataDir);
    const id = await first.begin();
    await first.put(id, 0);
    await first.close();
    const gone = join(dataDir, 'live', 'rec_0123456789abcdefghijkl.gone');
    await mkdir(gone);
    await using _deep = await fillTooDeep(gone);
    const second = await startRecordings(dataDir);
    expect(second.status(id)).toBe('recording');
  });

  it.skipIf(IS_WINDOWS)('discards one for good though its files cannot be removed', async () => {
    const dataDir = await makeTempFolder();
    const { begin, put, recordings, discarded, close } = await startRecordings(dataDir);
    const id = await begin();
    await put(id, 0);
    const folder = join(dataDir, 'live', id);
    await using _deep = await fillTooDeep(folder, `${folder}.gone`);
    await recordings.discard(id, WINDOW);
    expect(discarded).toEqual([id]);
    await close();
    const second = await startRecordings(dataDir);
    expect(second.recordings.list(WINDOW).data).toEqual([]);
  });

  it('keeps one that cannot be discarded, until it can', async () => {
    const dataDir = await makeTempFolder();
    const { begin, put, recordings, discarded } = await startRecordings(dataDir);
    const id = await begin();
    await put(id, 0);
    const inTheWay = join(dataDir, 'live', `${id}.gone`, 'file');
    await mkdir(inTheWay, { recursive: true });
    await expect(recordings.discard(id, WINDOW)).rejects.toThrow();
    expect(discarded).toEqual([]);
    expect(await put(id, 1)).toMatchObject({ next_piece: 2 });
    await rm(dirname(inTheWay), { recursive: true });
    await recordings.discard(id, WINDOW);
    expect(discarded).toEqual([id]);
  });

  it('leaves nothing of one without sound, also after a start, and tells those who follow it', async () => {
    const dataDir = await makeTempFolder();
    const first = await startRecordings(dataDir);
    const id = await first.begin();
    await expect(first.recordings.finish(id, WINDOW)).rejects.toThrow('Nothing was recorded');
    await first.close();
    const second = await startRecordings(dataDir);
    expect(second.status(id)).toBe('recording');
    await soon(second.clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
    expect(second.discarded).toEqual([id]);
    expect(second.recordings.list(WINDOW).data).toEqual([]);
    expect(second.world.stored).toEqual([]);
  });

  it('keeps every piece that it acknowledges while it stops, and takes none after that', async () => {
    const dataDir = await makeTempFolder();
    const first = await startRecordings(dataDir);
    const id = await first.begin();
    const sent = [0, 1, 2].map((number) => first.put(id, number));
    await first.close();
    const acknowledged = (await Promise.all(sent)).at(-1);
    await expect(first.put(id, 3)).rejects.toThrow('being stopped');
    const second = await startRecordings(dataDir);
    expect(second.recordings.get(id, WINDOW).next_piece).toBe(acknowledged?.next_piece);
    expect(acknowledged).toMatchObject({ next_piece: 3, duration: 3 });
  });

  it('keeps one that finds no room, says so, and tries again until there is some', async () => {
    const dataDir = await makeTempFolder();
    const first = await startRecordings(dataDir);
    const id = await first.begin();
    await first.put(id, 0);
    first.world.full = true;
    await expect(first.recordings.finish(id, WINDOW)).rejects.toThrow('full');
    const stuck = first.recordings.get(id, WINDOW);
    expect(stuck).toMatchObject({ status: 'finishing', duration: 1 });
    expect(stuck.problem).toMatch('disk is full');
    await first.close();
    const second = await startRecordings(dataDir);
    await soon(second.clock, () => second.status(id) === 'finished');
    expect(second.recordings.get(id, WINDOW).problem).toBeNull();
    expect(second.world.stored).toEqual([32_000]);
    await second.clock.advance(25 * 60 * MINUTE);
    await soon(second.clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
  });

  it('keeps one that finds no room before any of its sound is read', async () => {
    const { begin, put, recordings, world, status, clock } = await startRecordings(
      await makeTempFolder(),
    );
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
    const { begin, put, recordings, world, clock } = await startRecordings(await makeTempFolder());
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
    const { begin, put, status, clock } = await startRecordings(await makeTempFolder());
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
