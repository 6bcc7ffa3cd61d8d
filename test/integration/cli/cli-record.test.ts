import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureInputs } from '../../../src/main/cli/capture-sound.ts';
import { bytesOfS16, decodeFile } from '../../helpers/corpus/audio.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let app: TestApp;
const said = decodeFile(shortFile);

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A program that hears a recording and then nothing more, until it is told to stop. */
async function microphone(sound: Int16Array, then: string): Promise<string> {
  const samples = join(folder, 'samples');
  await writeFile(samples, bytesOfS16(sound));
  return writeScript(join(folder, 'ffmpeg'), `cat ${shellWord(samples)}`, then);
}

const record = (ffmpeg: string, ...more: string[]) =>
  startSteno(['record', '--data', app.dataDir, '--language', 'en', '--no-live', ...more], {
    STENO_FFMPEG: ffmpeg,
  });

describe('steno record', () => {
  test('records until Ctrl-C, all of it, and prints the text', async () => {
    const running = record(await microphone(said, 'exec sleep 1000'), '--title', 'Notes');
    const { id } = await until(async () => (await app.client.listRecordings()).data[0]);
    // What is left over is less than a piece of half a second, and is sent at the end.
    const wholePieces = Math.floor(said.length / 8_000);
    await until(async () => (await app.client.getRecording(id)).next_piece === wholePieces);
    running.interrupt();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/Anna watched the quiet garden today\..*golden leaf\./);
    expect(await app.client.getRecording(id)).toMatchObject({
      status: 'finished',
      title: 'Notes',
      duration: said.length / 16_000,
    });
  });

  test('keeps what was recorded when the device goes, and says why', async () => {
    const gone = await microphone(said, 'echo "default: No such device" >&2; exit 1');
    const { code, stdout, stderr } = await record(gone).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('The sound could not be recorded: default: No such device');
    expect(stdout).toContain('Anna watched the quiet garden today.');
  });

  test('leaves nothing where there is no device at all', async () => {
    const none = await microphone(new Int16Array(), 'echo "no microphone" >&2; exit 1');
    const { code, stderr } = await record(none).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('no microphone')]);
    expect((await app.client.listRecordings()).data).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('says so where no sound server runs', async () => {
    const says = 'echo "default: No such process" >&2; exit 1';
    const { code, stderr } = await record(await microphone(new Int16Array(), says)).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('no sound server runs here')]);
  });

  test('says what to install where ffmpeg was built without the devices', async () => {
    const says = 'echo "[in#0] Unknown input format: \'pulse\'" >&2; exit 1';
    const { code, stderr } = await record(await microphone(new Int16Array(), says)).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('This ffmpeg cannot record');
    expect(stderr).toContain('apt install ffmpeg');
    expect((await app.client.listRecordings()).data).toEqual([]);
  });

  test('leaves nothing, and says so, when it is ended before there was any sound', async () => {
    const running = record(await microphone(new Int16Array(), 'exec sleep 1000'));
    await until(async () => (await app.client.listRecordings()).data[0]);
    running.interrupt();
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was recorded.')]);
    expect((await app.client.listRecordings()).data).toEqual([]);
  });
});

describe('the devices that ffmpeg is asked for', () => {
  const both = { microphone: null, computer: true };
  test('are the usual ones of the system', () => {
    expect(captureInputs('linux', both)).toEqual([
      ['-f', 'pulse', '-i', 'default'],
      ['-f', 'pulse', '-stream_name', expect.stringContaining('Steno'), '-i', '@DEFAULT_MONITOR@'],
    ]);
    expect(captureInputs('darwin', { ...both, computer: false })).toEqual([
      ['-f', 'avfoundation', '-i', ':default'],
    ]);
  });

  test('are those that are named, and have to be where there is no usual one', () => {
    expect(captureInputs('linux', { microphone: 'hw:1,0', computer: false })).toEqual([
      ['-f', 'alsa', '-i', 'hw:1,0'],
    ]);
    expect(captureInputs('win32', { microphone: 'USB', computer: 'Loopback' })).toEqual([
      ['-f', 'dshow', '-i', 'audio=USB'],
      ['-f', 'dshow', '-i', 'audio=Loopback'],
    ]);
    expect(() => captureInputs('darwin', both)).toThrow('BlackHole');
    expect(() => captureInputs('win32', { ...both, computer: false })).toThrow('microphone');
  });
});
