/** A podcast's feed, a playlist that yt-dlp reads anywhere, and the recordings it lists. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { sampleFile } from '../corpus/recordings.ts';
import { type Origin, startOrigin } from './http-origin.ts';

export const EPISODES = ['Sowing', 'Watering', 'Harvest'];
const EPISODE_SECONDS = 3;

export type Podcast = Origin & {
  /** The link to paste. */
  feed: string;
  /** The recordings that were asked for. */
  fetched(): string[];
};

/** Every episode lasts three seconds, and the feed says so. */
export async function startPodcast(): Promise<Podcast> {
  const sound = await shortRecording();
  const origin = await startOrigin((request, response) => {
    const isFeed = request.url === '/feed';
    const bytes = isFeed ? Buffer.from(feedOf(origin.url)) : sound;
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  return {
    ...origin,
    feed: `${origin.url}/feed`,
    fetched: () =>
      origin.requests.map((request) => request.path).filter((name) => name !== '/feed'),
  };
}

function feedOf(base: string): string {
  const items = EPISODES.map(
    (title) =>
      `<item><title>${title}</title><enclosure url="${base}/${title}.mp3" type="audio/mpeg"/>` +
      `<itunes:duration>0:0${EPISODE_SECONDS}</itunes:duration></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>A year in the garden</title>${items.join('')}</channel></rss>`;
}

async function shortRecording(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'steno-podcast-'));
  const file = path.join(folder, 'episode.mp3');
  await execa('ffmpeg', [
    ...['-v', 'error', '-t', String(EPISODE_SECONDS), '-i', sampleFile],
    ...['-codec:a', 'libmp3lame', file],
  ]);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}
