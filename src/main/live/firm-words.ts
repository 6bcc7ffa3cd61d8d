/**
 * Words that are firm before anybody pauses: those on which two successive transcriptions of the same growing sound
 * agree, from its beginning (LocalAgreement, Macháček, Dabre and Bojar 2023). They never change after that. Pure.
 */
import { lettersOf } from '../../shared/casefold.ts';

type Said = { text: string; endMs: number };

/** What is firm, and what was transcribed last beyond it. */
export type Agreement<Word extends Said> = { firm: readonly Word[]; open: readonly Word[] };

/**
 * Adds another transcription, which begins where the ones before do. What ends before `oldMs` is firm as it is now, and
 * nothing that ends after `cutMs`: the rest of it may be missing in both.
 */
export function agree<Word extends Said>(
  { firm, open }: Agreement<Word>,
  transcribed: readonly Word[],
  { oldMs = 0, cutMs = Number.POSITIVE_INFINITY } = {},
): Agreement<Word> {
  const rest = beyond(firm, transcribed);
  const isFirm = (word: Word, at: number) =>
    word.endMs <= oldMs || (word.endMs <= cutMs && isSame(open[at], word));
  const until = rest.findIndex((word, at) => !isFirm(word, at));
  const count = until === -1 ? rest.length : until;
  return { firm: [...firm, ...rest.slice(0, count)], open: rest.slice(count) };
}

/**
 * What comes after words that are firm, though these may be transcribed otherwise now: it begins after as many words as
 * are the fewest changes away from them, and end nearest to where they do.
 */
export function beyond<Word extends Said>(
  firm: readonly Word[],
  transcribed: readonly Word[],
): readonly Word[] {
  const endMs = firm.at(-1)?.endMs;
  if (endMs === undefined) return transcribed;
  let row = Array.from({ length: transcribed.length + 1 }, (_, count) => count);
  for (const [at, word] of firm.entries()) {
    const next = [at + 1];
    for (const [index, other] of transcribed.entries()) {
      const kept = (row[index] ?? 0) + (isSame(word, other) ? 0 : 1);
      next.push(Math.min(kept, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  const offBy = (count: number) => Math.abs((transcribed[count - 1]?.endMs ?? 0) - endMs);
  const fewest = Math.min(...row);
  const counts = row.flatMap((changes, count) => (changes === fewest ? [count] : []));
  const nearest = counts.toSorted((a, b) => offBy(a) - offBy(b))[0];
  return transcribed.slice(nearest ?? 0);
}

function isSame(one: Said | undefined, other: Said | undefined): boolean {
  return one !== undefined && other !== undefined && lettersOf(one.text) === lettersOf(other.text);
}
