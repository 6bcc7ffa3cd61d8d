/** Reads TextGrids of Praat: https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html */

import { toMs } from '../time.ts';
import type { GivenLabel, GivenTier } from './given-tiers.ts';
import { excerpt, tooLarge, unreadable, wrongTimes } from './given-transcript.ts';
import { readTokens, type TextGridTokens } from './textgrid-tokens.ts';

const CHRONOLOGICAL = 'Praat chronological TextGrid text file';
/** Of a tier: in ten hours people say 110,000 words, of 400,000 sounds. */
const MAX_LABELS = 600_000;
const [INTERVALS, POINTS] = ['IntervalTier', 'TextTier'];

/** Messages name it as `called`; `count` is of all intervals or points, `labels` are those with a text. */
type Tier = {
  name: string;
  called: string;
  isPoints: boolean;
  count: number;
  labels: GivenLabel[];
};
/** `points` are the names of tiers of points that have a text: what has no length is not speech. */
export type TextGrid = { tiers: GivenTier[]; points: string[] };

export function isTextGrid(text: string): boolean {
  const head = text.slice(0, 500);
  return head.includes(`"${CHRONOLOGICAL}"`) || /"ooTextFile"[^"]*"TextGrid"/.test(head);
}

/** Whether the bytes are a TextGrid that only Praat reads. */
export function isBinaryTextGrid(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 12)) === 'ooBinaryFile';
}

/** @throws transcript_unreadable, transcript_times, with the line or the tier */
export function readTextGrid(text: string): TextGrid {
  const tokens = readTokens(text);
  const kind = tokens.text();
  if (kind !== CHRONOLOGICAL) tokens.text();
  for (const _span of ['from', 'to']) tokens.number();
  const count = tokens.number();
  const tiers: Tier[] = [];
  if (kind === CHRONOLOGICAL) readChronological(tokens, tiers, count);
  else for (let at = 0; at < count; at++) tiers.push(readTier(tokens));
  const isMarked = ({ isPoints, labels }: Tier) => isPoints && labels.length > 0;
  return {
    tiers: tiers
      .filter(({ isPoints }) => !isPoints)
      .map(({ name, labels }) => ({ name, labels, language: null })),
    points: tiers.filter(isMarked).map(({ name }) => name),
  };
}

function readHead(tokens: TextGridTokens): Tier {
  const kind = tokens.text();
  if (kind !== INTERVALS && kind !== POINTS) {
    throw unreadable(
      `Line ${tokens.line()} of the transcript begins a tier that is none of intervals or points.`,
    );
  }
  const name = tokens.text();
  const called = excerpt(name);
  const tier: Tier = { name, called, isPoints: kind === POINTS, count: 0, labels: [] };
  for (const _span of ['from', 'to']) tokens.number();
  return tier;
}

function readTier(tokens: TextGridTokens): Tier {
  const tier = readHead(tokens);
  const count = tokens.number();
  for (let at = 0; at < count; at++) readLabel(tokens, tier);
  return tier;
}

/** Tiers first, then what is in all of them in the order of time, each with its tier's number. */
function readChronological(tokens: TextGridTokens, tiers: Tier[], count: number): void {
  for (let at = 0; at < count; at++) tiers.push(readHead(tokens));
  while (!tokens.isAtEnd()) {
    const number = tokens.number();
    const tier = tiers[number - 1];
    if (!tier) {
      throw unreadable(
        `Line ${tokens.line()} of the transcript names the tier ${number}, which it does not have.`,
      );
    }
    readLabel(tokens, tier);
  }
}

function readLabel(tokens: TextGridTokens, tier: Tier): void {
  const { called, isPoints, labels } = tier;
  const from = tokens.number();
  const to = isPoints ? from : tokens.number();
  const text = tokens.text();
  tier.count++;
  if (text.trim() === '') return;
  const what = isPoints ? 'Point' : 'Interval';
  const place = `${what} ${tier.count} of the tier “${called}” (line ${tokens.line()})`;
  if (!(from >= 0 && to < 1_000_000)) {
    throw wrongTimes(`${place} of the transcript has a time that no recording has.`);
  }
  if (labels.length >= MAX_LABELS) {
    const most = MAX_LABELS.toLocaleString('en');
    throw tooLarge(`The tier “${called}” of the transcript has more than ${most} texts.`);
  }
  const startMs = toMs(from);
  // What is shorter than a millisecond is not nothing.
  const endMs = to > from ? Math.max(toMs(to), startMs + 1) : toMs(to);
  labels.push({ startMs, endMs, text, place });
}
