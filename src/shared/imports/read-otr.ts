/** Reads transcripts of oTranscribe: JSON with the HTML of its editor, whose time stamps are elements. */
import { decodeHTML } from 'entities/decode';
import { z } from 'zod';
import { excerpt, wrongTimes } from './given-transcript.ts';
import type { TimePoint } from './timed-text.ts';

const Otr = z.object({
  text: z.string(),
  segments: z.undefined().optional(),
  result: z.undefined().optional(),
});

/** The HTML of the transcript, if JSON is one of oTranscribe. */
export function otrHtml(whole: unknown): string | null {
  return Otr.safeParse(whole).data?.text ?? null;
}

const BLOCK = /^\/?(?:p|div|br|li|ul|ol|h[1-6])$/;
const STAMP = /\bclass\s*=\s*["'][^"']*\btimestamp\b/i;
const TIME = /\bdata-timestamp\s*=\s*["']([^"']*)["']/i;
const MAX_TAG = 2_000;

/**
 * Its text, a paragraph on each line, and where it is tied to the recording. A bold name with a colon before a
 * paragraph's text gets a tab. @throws transcript_times
 */
export function readOtr(html: string): { text: string; points: TimePoint[] } {
  const points: TimePoint[] = [];
  const pieces: string[] = [];
  let length = 0;
  const write = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  /** What stands in a time stamp, while one is open. */
  let stamp: { time: string | null; shown: string } | null = null;
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    const to = tag < 0 ? html.length : tag;
    const said = to > at ? decodeHTML(html.slice(at, to)).replaceAll(/[\s\u00a0]+/g, ' ') : '';
    if (stamp) stamp.shown += said;
    else if (said !== '') write(said);
    if (tag < 0) break;
    const end = html.indexOf('>', tag);
    at = end < 0 ? html.length : end + 1;
    const source = html.slice(tag + 1, Math.min(end < 0 ? html.length : end, tag + MAX_TAG));
    const name = (/^\/?[a-z\d]*/i.exec(source)?.[0] ?? '').toLowerCase();
    if (name === 'span' && STAMP.test(source)) {
      stamp = { time: TIME.exec(source)?.[1] ?? null, shown: '' };
    } else if (name === '/span' && stamp) {
      points.push({ at: length, ms: toMs(stamp.time ?? stamp.shown) });
      stamp = null;
    } else if (BLOCK.test(name)) write('\n');
    else if (/^\/(?:b|strong)$/.test(name) && /[:\uff1a]$/.test(pieces.at(-1) ?? '')) write('\t');
  }
  return { text: pieces.join(''), points };
}

/** Seconds, or a clock as old versions wrote it. @throws transcript_times */
function toMs(time: string): number {
  const parts = time.trim().split(':');
  const seconds = parts.reduce(
    (sum, part) => sum * 60 + Number(part === '' ? Number.NaN : part),
    0,
  );
  if (parts.length <= 3 && seconds >= 0 && seconds < 1_000_000) return Math.round(seconds * 1000);
  throw wrongTimes(`The transcript has a wrong time: ${excerpt(time)}`);
}
