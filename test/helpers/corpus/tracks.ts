/** A conversation as programs record it with a track for each person. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { loadPool, noise, poolClips, SAMPLES_PER_MS, wavFile } from './audio.ts';
import { compose } from './recordings.ts';
import { blend, keepOnly, stereoWav } from './stereo.ts';

const ADA = 'en-us+m3';
const BEA = 'en-gb-x-rp+f3';
/** Of each of them. */
const TURNS = 2;

export type TrackedTalk = {
  /** Matroska with a track of Ada's, one of Bea's, which is the default, and a third one. */
  bytes: Buffer;
  text: string;
  ada: string;
  bea: string;
  /** Who says which words. */
  truth: readonly { startMs: number; endMs: number; text: string; name: 'Ada' | 'Bea' }[];
};

type Talk = {
  /** How loud her track is, an amplitude. */
  beas?: number;
  /** What is on the third track. */
  third?: 'nobody' | 'both';
};

const made = new Map<string, Promise<TrackedTalk>>();

/** Two people in turns; a trace of each is on the track of the other. Made once for all files of a worker. */
export function trackedTalk(type: 'mkv' | 'mp4' = 'mkv', talk: Talk = {}): Promise<TrackedTalk> {
  const key = JSON.stringify([type, talk]);
  const known = made.get(key) ?? makeTalk(type, talk);
  made.set(key, known);
  return known;
}

async function makeTalk(
  type: 'mkv' | 'mp4',
  { beas = 1, third = 'nobody' }: Talk,
): Promise<TrackedTalk> {
  const folder = await mkdtemp(join(tmpdir(), 'steno-tracks-'));
  const of = (name: string) => poolClips().filter(({ voice }) => voice === name);
  const clips = Array.from({ length: TURNS }, (_, turn) => [of(ADA)[turn], of(BEA)[turn]]).flat();
  const { samples, truth } = compose(
    loadPool(),
    clips.flatMap((clip) => clip ?? []),
    [700],
  );
  const said = (name: string) => truth.filter(({ voice }) => voice === name);
  const room = (seed: number) => noise(samples.length / SAMPLES_PER_MS, -65, seed);
  const [ada, bea] = [keepOnly(samples, said(ADA)), keepOnly(samples, said(BEA))];
  const tracks = [
    blend([ada, 1], [bea, 0.003], [room(1), 1]),
    blend([bea, beas], [ada, 0.003 * beas], [room(2), beas]),
    third === 'both' ? blend([ada, 1], [bea, 1], [room(3), 1]) : room(3),
  ];
  for (const [index, track] of tracks.entries()) {
    await writeFile(join(folder, `${index}.wav`), wavFile(track));
  }
  const names = ['Ada Ruiz', 'Bea Lund', 'Track 3'];
  const args = [
    ...names.flatMap((_, index) => ['-i', `${index}.wav`]),
    ...names.flatMap((_, index) => ['-map', String(index)]),
    ...names.flatMap((name, index) => [`-metadata:s:a:${index}`, `title=${name}`]),
    ...names.flatMap((name, index) => [`-metadata:s:a:${index}`, `handler_name=${name}`]),
    ...['-metadata:s:a:1', 'language=eng', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    ...['-c:a', type === 'mkv' ? 'flac' : 'aac', `talk.${type}`],
  ];
  const ffmpeg = await findFfmpeg({ env: process.env });
  await execa(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder, stdin: 'ignore' });
  const bytes = await readFile(join(folder, `talk.${type}`));
  await rm(folder, { recursive: true });
  const textOf = (segments: readonly { text: string }[]) =>
    segments.map(({ text }) => text).join(' ');
  return {
    bytes,
    text: textOf(truth),
    ada: textOf(said(ADA)),
    bea: textOf(said(BEA)),
    truth: truth.map(({ startMs, endMs, text, voice }) => ({
      startMs,
      endMs,
      text,
      name: voice === ADA ? 'Ada' : 'Bea',
    })),
  };
}

/** Interleaved samples of two tracks as a Matroska file that has an audio track for each. */
export async function asTracks(
  interleaved: Int16Array,
  titles: readonly (string | null)[],
): Promise<Buffer> {
  const ffmpeg = await findFfmpeg({ env: process.env });
  const names = titles.flatMap((title, at) =>
    title === null ? [] : [`-metadata:s:a:${at}`, `title=${title}`],
  );
  const split = ['-filter_complex', 'channelsplit=channel_layout=stereo[a][b]'];
  const output = [...split, '-map', '[a]', '-map', '[b]', ...names, '-c:a', 'flac'];
  const { stdout } = await execa(
    ffmpeg,
    ['-v', 'error', '-i', 'pipe:0', ...output, '-f', 'matroska', 'pipe:1'],
    { input: stereoWav(interleaved), encoding: 'buffer', maxBuffer: 100_000_000 },
  );
  return Buffer.from(stdout);
}
