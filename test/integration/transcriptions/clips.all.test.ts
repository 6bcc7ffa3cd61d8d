/** Parts of a recording as files, cut where they were asked to be. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClipInput } from '../../../src/shared/exports/media-export.ts';
import {
  BEEPS_AT,
  beepsIn,
  exportsLeft,
  FILM,
  FILM_SECONDS,
  makeFilm,
  probe,
  saveTo,
  storeFilm,
} from '../../helpers/corpus/kept-media.ts';
import { programsOf } from '../../helpers/faults/programs-of.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;
let dataDir: string;
const ids: Record<string, string> = {};

/** With more threads, libvpx takes seconds of two processors for these few pictures. */
const WEBM = ['-c:v', 'libvpx', '-threads', '1', '-c:a', 'libopus'];
/** Recordings as they are kept, of every kind: their media types and how they are made. */
const KEPT = {
  film: { type: 'video/mp4', name: 'film.mp4', picture: FILM },
  webm: { type: 'video/webm', name: 'film.webm', picture: WEBM },
  rare: {
    type: 'video/webm',
    name: 'rare.webm',
    picture: ['-r', '1/4', ...WEBM],
  },
  mp3: { type: 'audio/mpeg', name: 'talk.mp3', picture: null },
  m4a: { type: 'audio/mp4', name: 'talk.m4a', picture: null },
  ogg: { type: 'audio/ogg', name: 'talk.ogg', picture: null },
  wav: { type: 'audio/wav', name: 'talk.wav', picture: null },
} as const;

beforeAll(async () => {
  folder = await makeTempFolder();
  dataDir = join(folder, 'data');
  for (const [kind, { type, name, picture }] of Object.entries(KEPT)) {
    const file = join(folder, name);
    makeFilm(file, picture);
    ids[kind] = await storeFilm(dataDir, { title: `Talk: ${kind}`, file, type });
  }
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Fetched and written to the disk, with the name it came with. */
async function clip(kind: string, query: ClipInput): Promise<{ file: string; filename: string }> {
  const { filename, body } = await app.keyClient.getClip(ids[kind] ?? '', query);
  const file = join(folder, `clip-${kind}`);
  await saveTo(file, body);
  return { file, filename };
}

const leftOver = () => exportsLeft(dataDir);

/** ffmpeg reads them all; each kind of picture is encoded in another way. */
const CUT = ['film', 'webm', 'rare', 'mp3', ...doseOf(['m4a', 'ogg', 'wav'] as const, 1)] as const;

describe('a clip', () => {
  test.each(CUT)('of a %s begins and ends where it was asked to', async (kind) => {
    const { picture } = KEPT[kind];
    // The beep at 10 s comes 1.25 s after its beginning.
    const { file, filename } = await clip(kind, { from: 8.75, to: 12.125 });
    const made = probe(file);
    expect(made.seconds).toBeCloseTo(3.375, 1);
    expect(Math.abs(made.seconds - 3.375)).toBeLessThan(0.03);
    const beeps = beepsIn(file);
    expect(beeps).toHaveLength(1);
    expect(Math.abs((beeps[0] ?? 0) - ((BEEPS_AT[1] ?? 0) - 8.75))).toBeLessThan(0.02);
    await until(async () => (await leftOver()).length === 0);
    if (picture !== null) expectPicture(made);
    expect(filename).toBe(`Talk ${kind} 0.08–0.12.${picture === null ? 'm4a' : 'mp4'}`);
  });

  /** From the start. */
  const expectPicture = ({ picture, sound }: ReturnType<typeof probe>) => {
    expect(picture).toMatchObject({ codec_name: 'h264', start_time: 0, width: 320 });
    expect(sound).toMatchObject({ codec_name: 'aac', start_time: 0 });
    expect(Math.abs((picture?.duration ?? 0) - 3.375)).toBeLessThan(0.21);
  };

  test('may be all of the recording', async () => {
    const { file } = await clip('m4a', { from: 0, to: FILM_SECONDS });
    expect(beepsIn(file).map(Math.round)).toEqual(BEEPS_AT);
  });
});

test.runIf(process.platform === 'linux')('a closed connection ends the work', async () => {
  const leaving = new AbortController();
  const asked = app.keyClient.getClip(ids['film'] ?? '', { from: 0, to: 19 }, leaving.signal);
  asked.catch(() => {});
  await until(async () => (await leftOver()).length > 0);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await until(async () => (await leftOver()).length === 0 && programsOf(dataDir).length === 0);
  expect(await leftOver()).toEqual([]);
});
