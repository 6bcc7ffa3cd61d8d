/** Clips and videos are being made, and something goes wrong: nothing of them stays. */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exportEnded,
  exportsLeft,
  FILM,
  makeFilm,
  storeFilm,
} from '../../helpers/corpus/kept-media.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { programsOf } from '../../helpers/faults/programs-of.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { writeScript } from '../../helpers/harness/shell-script.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  makeFilm(join(folder, 'film.mp4'), FILM);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that lacks what this one has. */
const LACKING = (list: string, name: string) =>
  `case "$*" in *${list}*) ffmpeg "$@" | grep -v ' ${name} ';; *) exec ffmpeg "$@";; esac`;

describe.runIf(process.platform === 'linux')('in a process of its own', () => {
  const start = async (env: Record<string, string> = {}) => {
    const own = await mkdtemp(join(folder, 'data-'));
    const id = await storeFilm(own, {
      title: 'Film',
      file: join(folder, 'film.mp4'),
      type: 'video/mp4',
    });
    return { own, id, service: await startService(own, env) };
  };

  test.each([
    ['-filters', 'ass', 'ffmpeg_lacks_subtitles', 'libass'],
    ['-encoders', 'libx264', 'ffmpeg_lacks_h264', 'libx264'],
  ])('an ffmpeg without %s %s is named as what lacks it', async (list, name, code, word) => {
    const program = await writeScript(join(folder, `ffmpeg-without-${name}`), LACKING(list, name));
    const { service, id, own } = await start({ STENO_FFMPEG: program });
    const { id: made } = await service.client.createMediaExport(id, { subtitles: 'burned' });
    const { error } = await exportEnded(service.client, made);
    expect(error).toMatchObject({ code, message: expect.stringContaining(word) });
    expect(await exportsLeft(own)).toEqual([]);
    await service.stop();
  });

  test('a killed service leaves no program running, and nothing after the next start', async () => {
    const slow = await writeProgram(join(folder, 'slow.sh'), { file: 'ffmpeg', args: ['-re'] });
    const { service, id, own } = await start({ STENO_FFMPEG: slow });
    await service.client.createMediaExport(id, { subtitles: 'burned' });
    await until(async () => programsOf(own).length > 0 && (await exportsLeft(own)).length > 0);
    await service.kill();
    expect(await exportsLeft(own)).not.toEqual([]);
    await until(() => programsOf(own).length === 0);
    const again = await startService(own);
    expect(await exportsLeft(own)).toEqual([]);
    await again.stop();
  });

  test('a stopped service ends what is under way', async () => {
    const slow = await writeProgram(join(folder, 'slow.sh'), { file: 'ffmpeg', args: ['-re'] });
    const { service, id, own } = await start({ STENO_FFMPEG: slow });
    await service.client.createMediaExport(id, { subtitles: 'burned' });
    await service.client.createMediaExport(id, { subtitles: 'burned' });
    await until(() => programsOf(own).length > 0);
    expect(await service.stop()).toBe(0);
    expect(programsOf(own)).toEqual([]);
    expect(await exportsLeft(own)).toEqual([]);
  });

  test('the upload has the picture where only its sound is kept', async () => {
    const own = await mkdtemp(join(folder, 'data-'));
    const service = await startService(own);
    const old = join(folder, 'old.avi');
    makeFilm(old, ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']);
    const bytes = readFileSync(old);
    const { url } = await service.client.uploadFile(new Blob([bytes]), 'old.avi');
    const { id } = await service.client.createTranscription({ url });
    await until(async () => (await service.client.getTranscription(id)).status === 'completed');
    expect((await service.client.getTranscription(id)).result?.media?.type).toBe('audio/webm');
    const { id: made } = await service.client.createMediaExport(id, { from: 9, to: 12 });
    expect((await exportEnded(service.client, made)).file?.filename).toBe('old 0.09–0.12.mp4');
    await service.stop();
  });
});

test.runIf(canMakeDisk)('a full disk is said, and nothing stays', async () => {
  const disk = await makeDisk(260);
  const own = join(disk.path, 'data');
  await mkdir(own);
  const id = await storeFilm(own, {
    title: 'Film',
    file: join(folder, 'film.mp4'),
    type: 'video/mp4',
  });
  const service = await startService(own);
  disk.fill(100);
  const { id: made } = await service.client.createMediaExport(id, { subtitles: 'burned' });
  expect((await exportEnded(service.client, made)).error?.code).toBe('disk_full');
  expect(await exportsLeft(own)).toEqual([]);
  await service.stop();
  await disk.remove();
});
