/** `steno clip` and `steno video`: files made of a recording, on the disk. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeOf } from '../../../src/main/cli/arguments.ts';
import { beepsIn, FILM, makeFilm, probe, storeFilm } from '../../helpers/corpus/kept-media.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { noChromium } from '../../helpers/harness/chromium.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let data: string[];
let out: string;
let film = '';
let talk = '';

beforeAll(async () => {
  folder = await makeTempFolder();
  out = join(folder, 'out');
  await mkdir(out);
  const dataDir = join(folder, 'data');
  data = ['--data', dataDir];
  const [video, sound] = [join(folder, 'film.mp4'), join(folder, 'talk.mp3')];
  makeFilm(video, FILM);
  makeFilm(sound, null);
  film = await storeFilm(dataDir, { title: 'Film', file: video, type: 'video/mp4' });
  talk = await storeFilm(dataDir, { title: 'Talk', file: sound, type: 'audio/mpeg' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const leftOver = async () => (await readdir(join(folder, 'data', 'work')).catch(() => [])).length;

test('a clip is written where it was asked to be, with its subtitles beside', async () => {
  const file = join(out, 'quote.mp4');
  const args = [
    'clip',
    film,
    '--from',
    '0:09.5',
    '--to',
    '12',
    '-o',
    file,
    '--subtitles',
    'beside',
  ];
  const { code, stdout, stderr } = await runSteno([...args, ...data]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${file}\n${join(out, 'quote.srt')}\n` });
  expect(stderr).toMatch(/^(?:Making the file: \d+%\n)+$/);
  expect(probe(file).seconds).toBeCloseTo(2.5, 1);
  expect(beepsIn(file).map((at) => Math.round(at * 10))).toEqual([5]);
  const subtitles = await readFile(join(out, 'quote.srt'), 'utf8');
  expect(subtitles).toMatch(/^1\n00:00:00,500 --> 00:00:0[12],\d{3}\nHow are you\?\n/);
  expect(await leftOver()).toBe(0);
});

test.each(['1:99', 'soon', '-3', '1:2:3:4'])('%s is no time', (time) => {
  expect(() => timeOf(time)).toThrow('Give a time such as 1:02');
});

test('what is no time is wrong usage', async () => {
  const result = await runSteno(['clip', film, '--from=-3', '--to', '9', ...data]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('Give a time such as 1:02');
});

test.runIf(process.platform !== 'win32')('stopped by Ctrl-C, nothing of it stays', async () => {
  const file = join(out, 'stopped.mp4');
  const args = ['video', film, '--subtitles', 'burned', '-o', file, ...data];
  const running = startSteno(args);
  await until(async () => (await leftOver()) > 0);
  running.interrupt();
  expect((await running.ended).code).toBe(130);
  expect(await leftOver()).toBe(0);
  expect((await readdir(out)).filter((name) => name.includes('stopped'))).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

/** Which spares each command the start of its own. */
describe('with a running service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dataDir: join(folder, 'data') });
  });
  afterAll(() => app.stop());

  test('a file that is there already is refused before anything is made', async () => {
    const file = join(out, 'quote.mp4');
    const args = ['clip', film, '--from', '1', '--to', '2', '-o', file, ...data];
    const refused = await runSteno(args);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      `steno: The file ${file} is already there. Add --force to replace it.\n`,
    );
    const { code, stdout } = await runSteno([...args, '--force', '--quiet', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ files: [file] });
    expect(probe(file).seconds).toBeCloseTo(1, 1);
  });

  test('a video has subtitles that can be switched off', async () => {
    const file = join(out, 'film.mp4');
    const { code } = await runSteno(['video', film, '-o', file, ...data]);
    expect(code).toBe(0);
    const { subtitles } = probe(file);
    expect(subtitles).toMatchObject({ codec_name: 'mov_text', tags: { language: 'eng' } });
  });

  test('subtitles of a part begin with it', async () => {
    const part = ['export', film, '--format', 'srt', '--from', '9', '--to', '12', ...data];
    expect((await runSteno(part)).stdout).toMatch(/^1\n00:00:01,000 --> [^\n]+\nHow are you\?\n$/);
  });

  test.skipIf(noChromium !== null)('a PDF is written', async () => {
    const pdf = await runSteno(['export', talk, '--format', 'pdf', '--out', out, ...data]);
    expect(pdf.code).toBe(0);
    expect(await readFile(join(out, 'Talk.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  test.each([
    [['video', 'TALK'], 'There is no picture to put subtitles on'],
    [['clip', 'FILM', '--from', '5', '--to', '4'], 'must be later than'],
    [['clip', 'FILM', '--from', '5', '--to', '1:00'], 'it is 0:20 long (20 seconds).'],
    [['clip', 'trs_none', '--from', '5', '--to', '6'], 'There is nothing'],
  ])('%s is refused', async (args, message) => {
    const ids: Record<string, string> = { TALK: talk, FILM: film };
    const result = await runSteno([...args.map((word) => ids[word] ?? word), ...data]);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});
