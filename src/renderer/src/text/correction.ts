/** What a user's change of a sentence shows about the spelling of a name or a term. */
import { tokensOf } from '../../../shared/spelling/phrases.ts';
import { spellingKey } from '../../../shared/spelling/spelling.ts';

export type Correction = { wrong: string; right: string };

/** The one word that was exchanged, if it became a name or a term; null for all other changes. */
export function findCorrection(before: string, after: string): Correction | null {
  const [old, fresh] = [tokensOf(before), tokensOf(after)];
  if (old.length !== fresh.length) return null;
  const changed = old.flatMap((token, at) => {
    const now = fresh[at];
    if (!now) return [];
    const wrong = before.slice(token.from, token.to);
    const right = after.slice(now.from, now.to);
    const begins = at === 0 || /[.!?…]/u.test(after.slice(fresh[at - 1]?.to, now.from));
    return wrong === right ? [] : [{ wrong, right, begins }];
  });
  const [only] = changed;
  if (!only || changed.length > 1) return null;
  // At the start of a sentence every word has a capital.
  const telling = only.begins ? only.right.slice(1) : only.right;
  return isNaming({ ...only, telling }) ? { wrong: only.wrong, right: only.right } : null;
}

/** Whether something became a name or a term: it has a capital or a digit, and more than its case has changed. */
export function isNaming({
  wrong,
  right,
  telling = right,
}: Correction & {
  /** The part of what it became in which a capital says something. */
  telling?: string;
}): boolean {
  const isName = /\p{L}/u.test(telling) && /[\p{Lu}\p{N}]/u.test(telling);
  const isOther = right.length > 1 && spellingKey(wrong) !== spellingKey(right);
  return isName && isOther && tokensOf(wrong).length > 0;
}
