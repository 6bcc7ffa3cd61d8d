import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { temporaryFolder } from '../../helpers/harness/media-fetch.ts';

const NAME = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';

async function programIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, NAME);
  await writeFile(file, '', { mode: 0o755 });
  return file;
}

it('takes the one that STENO_FFMPEG names', async () => {
  const folder = await temporaryFolder();
  const [chosen, other] = [path.join(folder, 'chosen'), path.join(folder, 'other')];
  const file = await programIn(chosen);
  await programIn(other);
  await expect(findFfmpeg({ env: { STENO_FFMPEG: file, PATH: other } })).resolves.toBe(file);
});

it('takes no other when the one that STENO_FFMPEG names does not exist', async () => {
  const folder = await temporaryFolder();
  await programIn(folder);
  const env = { STENO_FFMPEG: path.join(folder, 'gone'), PATH: folder };
  await expect(findFfmpeg({ env })).rejects.toMatchObject({ code: 'ffmpeg_missing' });
});

it('finds one without being told', async () => {
  const folder = await temporaryFolder();
  await programIn(folder);
  const env = { PATH: [path.join(folder, 'nothing-here'), folder].join(path.delimiter) };
  await expect(findFfmpeg({ env })).resolves.toMatch(/ffmpeg(\.exe)?$/);
});
