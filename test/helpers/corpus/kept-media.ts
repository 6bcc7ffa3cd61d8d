/** Finished transcriptions with the recordings kept for them, made without an engine, and what ffprobe says of files. */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Client } from '../../../src/shared/client.ts';
import type { MediaExport, MediaExportInput } from '../../../src/shared/exports/media-export.ts';
import { openTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { storeSegments } from './stored-transcripts.ts';

/** Where it beeps, each for a fifth of a second. */
export const BEEPS_AT = [3, 10, 16];
export const FILM_SECONDS = 20;
/** What is said at each beep, half a second for each word. */
const SAID = [
  ['Good', ' morning', ' everybody.'],
  ['How', ' are', ' you?'],
  ['Good', ' bye.'],
];

const BEEPS = BEEPS_AT.map((at) => `between(t,${at},${at + 0.2})`).join('+');
const SOUND = [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc='if(${BEEPS},sin(5530*t),0)':d=${FILM_SECONDS}:s=44100`,
];

/** A recording that beeps; with a picture of one color with these options, such as `-c:v libvpx`. */
export function makeFilm(file: string, picture: readonly string[] | null): void {
  const video = ['-f', 'lavfi', '-i', `color=c=navy:s=320x180:r=10:d=${FILM_SECONDS}`];
  const all = picture === null ? SOUND : [...SOUND, ...video, ...picture];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...all, file]);
}

/** The codecs that browsers play in MP4, with pictures to begin at only every 25 s, as films have them. */
export const FILM = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '250', '-c:a', 'aac'];

/** A transcription of such a recording, as the service leaves it; gives its id. */
export async function storeFilm(
  dataDir: string,
  {
    title,
    file,
    type,
    language = 'en',
  }: { title: string; file: string; type: string; language?: string },
): Promise<string> {
  const { db, close } = await openTestDatabase(dataDir);
  try {
    const windows = SAID.map((texts, index) => {
      const startMs = (BEEPS_AT[index] ?? 0) * 1000;
      const words = texts.map((text, at) => ({
        startMs: startMs + at * 500,
        endMs: startMs + (at + 1) * 500,
        text,
        confidence: 1,
      }));
      const endMs = startMs + texts.length * 500;
      return {
        startMs,
        endMs,
        text: texts.join(''),
        language,
        confidence: 1,
        words,
        speaker: 'Speaker 1',
      };
    });
    const facts = { duration_ms: FILM_SECONDS * 1000, media_type: type, language };
    const id = await storeSegments(db, { title, windows: [windows], structured: null, facts });
    const folder = join(dataDir, 'recordings', id);
    await mkdir(folder, { recursive: true });
    await cp(file, join(folder, 'media'));
    await writeFile(join(folder, 'waveform'), new Uint8Array(FILM_SECONDS * 8).fill(40));
    return id;
  } finally {
    await close();
  }
}

const Probed = z.object({
  format: z.object({ format_name: z.string(), duration: z.coerce.number() }),
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      width: z.number().optional(),
      start_time: z.coerce.number(),
      duration: z.coerce.number().optional(),
      disposition: z.object({ default: z.number() }),
      tags: z.object({ language: z.string().optional() }).default({}),
    }),
  ),
});

/** A file by ffprobe. */
export function probe(file: string) {
  const show = ['-show_format', '-show_streams', '-of', 'json'];
  const { format, streams } = Probed.parse(
    JSON.parse(execFileSync('ffprobe', ['-v', 'error', ...show, file]).toString()),
  );
  const of = (type: string) => streams.find(({ codec_type }) => codec_type === type);
  return {
    seconds: format.duration,
    container: format.format_name,
    picture: of('video'),
    sound: of('audio'),
    subtitles: of('subtitle'),
  };
}

/** When it begins to beep in a file, in seconds. */
export function beepsIn(file: string): number[] {
  const filter = ['-af', 'silencedetect=n=-30dB:d=0.05', '-f', 'null', '-'];
  const log = execFileSync('sh', ['-c', 'ffmpeg -hide_banner -i "$0" "$@" 2>&1', file, ...filter]);
  const ends = [...log.toString().matchAll(/silence_end: ([\d.]+)/g)].map(([, at]) => Number(at));
  const { seconds } = probe(file);
  return ends.filter((at) => at < seconds - 0.05);
}

/** The subtitles of a file's first track of them, as SRT. */
export function cuesIn(file: string): string {
  const args = ['-v', 'error', '-i', file, '-map', '0:s:0', '-f', 'srt', 'pipe:1'];
  return execFileSync('ffmpeg', args).toString();
}

/** How bright the picture is at a time, from 0 to 255: at the bottom, at the top, and at its left edge. */
export function brightnessAt(file: string, second: number) {
  const picture = execFileSync('ffmpeg', [
    ...['-v', 'error', '-ss', String(second), '-i', file, '-frames:v', '1'],
    ...['-vf', 'format=gray', '-f', 'image2pipe', '-c:v', 'pgm', 'pipe:1'],
  ]);
  const header = /^P5\s(\d+) (\d+)\s255\s/.exec(picture.toString('latin1'));
  if (!header) throw new Error(`There is no picture at ${second} s of ${file}.`);
  const [columns, rows] = [Number(header[1]), Number(header[2])];
  const pixels = picture.subarray(header[0].length);
  const brightest = (from: number, to: number, across = columns) =>
    Math.max(
      ...Array.from({ length: Math.floor(to) - Math.floor(from) }, (_, row) => {
        const at = (Math.floor(from) + row) * columns;
        return Math.max(...pixels.subarray(at, at + across));
      }),
    );
  return {
    top: brightest(0, rows / 2),
    bottom: brightest((rows * 2) / 3, rows),
    edge: brightest(0, rows, Math.floor(columns / 33)),
  };
}

/** The folders of files that are being made, or wait to be fetched. */
export async function exportsLeft(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'work')).catch(() => []);
  return names.filter((name) => name.startsWith('exp_'));
}

/** Once it is ready or has failed. */
export const exportEnded = (client: Client, id: string): Promise<MediaExport> =>
  until(async () => {
    const now = await client.getMediaExport(id);
    return now.status === 'ready' || now.status === 'failed' ? now : null;
  });

/** What the service answered, written to the disk. */
export const saveTo = (path: string, body: unknown): Promise<void> =>
  pipeline(Readable.fromWeb(body as never), createWriteStream(path));

/** A file made of a recording, fetched into the folder, and removed from the service. */
export async function takeMediaExport(
  { client, dataDir, folder }: { client: Client; dataDir: string; folder: string },
  id: string,
  request: MediaExportInput,
) {
  const { id: made } = await client.createMediaExport(id, request);
  const { file, error } = await exportEnded(client, made);
  expect(error).toBeNull();
  const { filename, body } = await client.getMediaExportFile(made);
  const path = join(folder, `made-${filename}`);
  await saveTo(path, body);
  await client.deleteMediaExport(made);
  expect(await exportsLeft(dataDir)).toEqual([]);
  return { file, path, filename };
}
