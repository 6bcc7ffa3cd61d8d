/** What two texts of one recording have in common, passage by passage. Pure. */
import { commonItems } from '../../../text/longest-common-subsequence.ts';

/** A word as it is written, with its time in the recording. */
export type ComparedWord = { startMs: number; endMs: number; text: string };
/** Words in a row that are in both texts, or in this one only. */
export type Piece = { text: string; changed: boolean };
export type Passage = { startMs: number; before: Piece[]; after: Piece[]; changed: boolean };

/** A passage ends where no one speaks in either text for so long … */
const PAUSE_MS = 250;
/** … once it has so many words; at the second count it ends anyhow, or comparing takes too long. */
const LEAST_WORDS = 12;
const MOST_WORDS = 300;

/** Both texts in passages of the same times; words that sound the same count as the same. */
export function compareWords(
  before: readonly ComparedWord[],
  after: readonly ComparedWord[],
): Passage[] {
  const passages: Passage[] = [];
  let [from, at] = [
    { before: 0, after: 0 },
    { before: 0, after: 0 },
  ];
  let endMs = 0;
  while (at.before < before.length || at.after < after.length) {
    const [one, other] = [before[at.before], after[at.after]];
    const isBefore = one !== undefined && (other === undefined || one.startMs <= other.startMs);
    const next = isBefore ? one : other;
    if (!next) break;
    const words = Math.max(at.before - from.before, at.after - from.after);
    const pause = next.startMs - endMs >= PAUSE_MS && words >= LEAST_WORDS;
    if (pause || words >= MOST_WORDS) {
      passages.push(
        comparePassage(before.slice(from.before, at.before), after.slice(from.after, at.after)),
      );
      from = { ...at };
    }
    endMs = Math.max(endMs, next.endMs);
    at = isBefore ? { ...at, before: at.before + 1 } : { ...at, after: at.after + 1 };
  }
  passages.push(comparePassage(before.slice(from.before), after.slice(from.after)));
  return passages.filter((passage) => passage.before.length + passage.after.length > 0);
}

/** How many places differ: changed words in a row are one. */
export function countDifferences(passages: readonly Passage[]): number {
  const inOne = ({ before, after }: Passage) =>
    Math.max(...[before, after].map((pieces) => pieces.filter(({ changed }) => changed).length));
  return passages.reduce((sum, passage) => sum + inOne(passage), 0);
}

function comparePassage(before: readonly ComparedWord[], after: readonly ComparedWord[]): Passage {
  const common = commonItems(before.map(keyOf), after.map(keyOf));
  const inBefore = new Set(common.map(([index]) => index));
  const inAfter = new Set(common.map(([, index]) => index));
  const left = toPieces(before, inBefore);
  const right = toPieces(after, inAfter);
  const starts = [before[0], after[0]].flatMap((word) => word?.startMs ?? []);
  return {
    startMs: Math.min(...starts),
    before: left,
    after: right,
    changed: [...left, ...right].some(({ changed }) => changed),
  };
}

/** Case and punctuation say nothing about what was recognized. */
function keyOf({ text }: ComparedWord): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function toPieces(words: readonly ComparedWord[], common: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, { text }] of words.entries()) {
    const changed = !common.has(index);
    const last = pieces.at(-1);
    if (last?.changed === changed) last.text += ` ${text}`;
    else pieces.push({ text, changed });
  }
  return pieces;
}
