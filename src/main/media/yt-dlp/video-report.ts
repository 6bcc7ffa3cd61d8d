/** Parses and cleans what yt-dlp prints about a recording on stdout. */

import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { toMs } from '../../../shared/time.ts';
import { cleanLine } from '../download/source-response.ts';

const MAX_CHAPTERS = 500;
const MAX_URL_CHARS = 2048;

/** Extractors report arbitrary values, so a field of the wrong type counts as missing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

const Video = z.object({
  extractor_key: optional(z.string()),
  title: optional(z.string()),
  uploader: optional(z.string()),
  channel: optional(z.string()),
  thumbnail: optional(z.string()),
  chapters: optional(
    z.array(
      z.object({ title: optional(z.string()), start_time: z.number(), end_time: z.number() }),
    ),
  ),
  n_entries: optional(z.number()),
  live_status: optional(z.string()),
  is_live: optional(z.boolean()),
});

const Progress = z.object({
  downloaded_bytes: optional(z.number()),
  total_bytes: optional(z.number()),
  total_bytes_estimate: optional(z.number()),
});

type Chapter = { title: string; startMs: number; endMs: number };

export type VideoFacts = {
  /** The extractor's name in lower case, such as `youtube`; `null` for ordinary pages. */
  platform: string | null;
  title: string | null;
  uploader: string | null;
  thumbnailUrl: string | null;
  chapters: Chapter[];
  /** Whether the link leads to more than one recording. */
  isPlaylist: boolean;
  isLive: boolean;
};

/** Extractors that find media in any page. */
const GENERIC = new Set(['generic', 'html5mediaembed']);

/** Parses a line of JSON; invalid JSON yields no facts. */
export function readVideo(json: string): VideoFacts {
  const video = Video.safeParse(parseJson(json)).data;
  const platform = platformOf(video?.extractor_key);
  // Generic extractors number a page's media even when there is only one.
  const title = platform === null ? video?.title?.replace(/ \(1\)$/, '') : video?.title;
  return {
    platform,
    title: textOf(title),
    uploader: textOf(video?.uploader ?? video?.channel),
    thumbnailUrl: webAddress(video?.thumbnail),
    chapters: (video?.chapters ?? [])
      .slice(0, MAX_CHAPTERS)
      .map(toChapter)
      .filter(({ startMs, endMs }) => startMs >= 0 && endMs > startMs),
    isPlaylist: (video?.n_entries ?? 1) > 1,
    isLive: video?.is_live === true || video?.live_status === 'is_live',
  };
}

/** `totalBytes` is an estimate while fragments are fetched, `null` when unknown. */
export function readProgress(json: string): { receivedBytes: number; totalBytes: number | null } {
  const progress = Progress.safeParse(parseJson(json)).data;
  return {
    receivedBytes: progress?.downloaded_bytes ?? 0,
    totalBytes: progress?.total_bytes ?? progress?.total_bytes_estimate ?? null,
  };
}

/** The platform's name for an extractor; null for generic pages. */
function platformOf(extractorKey: string | null | undefined): string | null {
  const name = (extractorKey ?? 'generic').toLowerCase().replace(/[^a-z0-9]/g, '');
  return name === '' || GENERIC.has(name) ? null : name.slice(0, 40);
}

/** One visible line, or `null` when the text is empty after cleaning. */
export function textOf(text: string | null | undefined): string | null {
  return cleanLine(text ?? '') || null;
}

/** The http or https address if it is safe to show, else `null`. */
export function webAddress(text: string | null | undefined): string | null {
  const url = text && text.length <= MAX_URL_CHARS ? URL.parse(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function toChapter(chapter: {
  title?: string | null | undefined;
  start_time: number;
  end_time: number;
}): Chapter {
  const { title, start_time, end_time } = chapter;
  return {
    title: textOf(title) ?? '',
    startMs: toMs(start_time),
    endMs: toMs(end_time),
  };
}
