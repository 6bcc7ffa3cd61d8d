import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSoundFile } from '../../../../src/main/services/live-recordings/sound-file.ts';
import { makeTempFolder } from '../../../helpers/harness/app.ts';

const second = (fill: number) => new Uint8Array(32_000).fill(fill);
const piece = (number: number, more: { atMs?: number; missing?: number } = {}) => ({
  number,
  samples: second(number + 1),
  atMs: more.atMs ?? null,
  missing: more.missing ?? null,
});

/** A file with pieces, as a dead process leaves it. */
async function begun(count: number): Promise<string> {
  const folder = await makeTempFolder();
  const sound = await openSoundFile(folder, { tracks: 1 });
  for (let number = 0; number < count; number++) await sound.append(piece(number));
  await sound.close();
  return folder;
}

describe('the sound of a recording on the disk', () => {
  it('goes on where it was', async () => {
    const sound = await openSoundFile(await begun(3), { tracks: 1 });
    expect([sound.next(), sound.durationMs()]).toEqual([3, 3000]);
    expect(await sound.append(piece(2))).toEqual({ known: true });
    expect(await sound.append(piece(3))).toEqual({ known: false });
    expect(await readFile(sound.path)).toEqual(Buffer.concat([1, 2, 3, 4].map(second)));
    await sound.close();
  });

  it('keeps samples that were never acknowledged until they come again', async () => {
    const folder = await begun(1);
    await appendFile(join(folder, 'sound'), second(9).subarray(0, 7000));
    await appendFile(join(folder, 'pieces'), 'torn');
    const sound = await openSoundFile(folder, { tracks: 1 });
    expect(sound.next()).toBe(1);
    expect((await readFile(sound.path)).length).toBe(39_000);
    // A gap behind them must be silent.
    await sound.append(piece(1, { atMs: 1500 }));
    expect((await readFile(sound.path)).subarray(32_000, 48_000).every((byte) => byte === 0)).toBe(
      true,
    );
    await sound.close();
  });

  it.each([0, 5, 10])('keeps all samples where the line of piece %i is damaged', async (at) => {
    const folder = await begun(22);
    const pieces = await readFile(join(folder, 'pieces'));
    pieces[at * 20] = 255;
    await writeFile(join(folder, 'pieces'), pieces);
    const sound = await openSoundFile(folder, { tracks: 1 });
    expect(sound.durationMs()).toBe(22_000);
    await sound.append(piece(sound.next()));
    expect(sound.durationMs()).toBe(23_000);
    const bytes = await readFile(sound.path);
    expect(bytes.subarray(0, 22 * 32_000)).toEqual(
      Buffer.concat(Array.from({ length: 22 }, (_, number) => second(number + 1))),
    );
    await sound.close();
  });

  it('keeps all samples where its lines are lost', async () => {
    const folder = await begun(12);
    await truncate(join(folder, 'pieces'));
    const sound = await openSoundFile(folder, { tracks: 1 });
    expect(sound.durationMs()).toBe(12_000);
    await sound.close();
  });

  it('fills gaps with silence, and joins those that follow on each other', async () => {
    const sound = await openSoundFile(await makeTempFolder(), { tracks: 2 });
    await sound.append(piece(0, { missing: 1 }));
    await sound.append(piece(1, { missing: 1 }));
    await sound.append(piece(2, { atMs: 2500 }));
    // Clocks differ by a few milliseconds.
    await sound.append(piece(3, { atMs: 3012 }));
    await sound.append(piece(4, { atMs: 3600 }));
    expect(sound.gaps()).toEqual([
      { startMs: 0, endMs: 1000, track: 1 },
      { startMs: 1000, endMs: 2500, track: null },
    ]);
    expect(sound.durationMs()).toBe(4100);
    await sound.close();
  });

  it.runIf(process.platform === 'linux')(
    'is closed where what belongs to it cannot be opened',
    async () => {
      const folder = await makeTempFolder();
      await mkdir(join(folder, 'pieces'));
      await expect(openSoundFile(folder, { tracks: 1 })).rejects.toThrow('EISDIR');
      const open = await Promise.all(
        (await readdir('/proc/self/fd')).map((name) =>
          readlink(join('/proc/self/fd', name)).catch(() => ''),
        ),
      );
      expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
    },
  );
});
