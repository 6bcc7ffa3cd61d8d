import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findCapturingFfmpeg } from '../../../src/main/media/ffmpeg/find-capturing-ffmpeg.ts';
import { temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';

const HEAD = ['Devices:', ' D. = Demuxing supported', ' .E = Muxing supported', ' --'];
/** A kind of device that no ffmpeg of this machine has. */
const KIND = 'tin_can';

/** A program that lists its devices, and writes down what it was asked. */
async function ffmpegWith(folder: string, devices: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const says = [...HEAD, ...devices].map((line) => `echo ${shellWord(line)}`);
  const asked = `echo "$*" >>${shellWord(path.join(folder, 'asked'))}`;
  return writeScript(path.join(folder, 'ffmpeg'), asked, ...says);
}

const find = (kinds: readonly string[], env: NodeJS.ProcessEnv) =>
  findCapturingFfmpeg(kinds, { env, signal: new AbortController().signal });

it.skipIf(process.platform === 'win32')(
  'records with the first that has the devices, and asks each once',
  async () => {
    const folder = await temporaryFolder();
    const [without, able] = [path.join(folder, 'without'), path.join(folder, 'able')];
    await ffmpegWith(without, [
      ' DE alsa            ALSA audio output',
      `  E ${KIND}         plays`,
    ]);
    const file = await ffmpegWith(able, [` D  string,${KIND}  hears`, ' DE pulse           Pulse']);
    const env = { PATH: [without, able].join(path.delimiter) };
    await expect(find([KIND], env)).resolves.toBe(file);
    await expect(find([KIND, 'pulse'], env)).resolves.toBe(file);
    expect(await readFile(path.join(without, 'asked'), 'utf8')).toBe('-hide_banner -devices\n');
  },
);

it.skipIf(process.platform === 'win32')(
  'says what to do where none has them, and takes the one that STENO_FFMPEG names',
  async () => {
    const folder = await temporaryFolder();
    const file = await ffmpegWith(folder, [' DE alsa            ALSA audio output']);
    await expect(find([KIND], { PATH: folder })).rejects.toMatchObject({
      code: 'ffmpeg_lacks_devices',
      message: expect.stringContaining('apt install ffmpeg'),
    });
    await expect(find([KIND], { STENO_FFMPEG: file })).resolves.toBe(file);
  },
);

it.skipIf(process.platform === 'win32')(
  'asks again where a search was stopped before it had its answer',
  async () => {
    const folder = await temporaryFolder();
    const asked = path.join(folder, 'asked');
    const once = `[ -e ${shellWord(asked)} ] || { touch ${shellWord(asked)}; exec sleep 600; }`;
    const file = await writeScript(
      path.join(folder, 'ffmpeg'),
      once,
      `echo ${shellWord(` D  ${KIND}  hears`)}`,
    );
    const leaving = new AbortController();
    const { signal } = leaving;
    const stopped = findCapturingFfmpeg([KIND], { env: { PATH: folder }, signal });
    const refused = expect(stopped).rejects.toThrow();
    await until(() => existsSync(asked));
    leaving.abort();
    await refused;
    await expect(find([KIND], { PATH: folder })).resolves.toBe(file);
  },
);

it('says that there is no ffmpeg at all', async () => {
  const env = { STENO_FFMPEG: path.join(await temporaryFolder(), 'gone') };
  await expect(find([KIND], env)).rejects.toMatchObject({ code: 'ffmpeg_missing' });
});
