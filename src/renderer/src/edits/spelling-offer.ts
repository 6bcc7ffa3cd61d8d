/** Offers corrections that a user makes repeatedly for the spelling list of the settings. */
import { spellingKey, withSpelling } from '../../../shared/spelling/spelling.ts';
import { useSettings } from '../stores/settings-store.ts';
import { offer } from '../stores/toasts.ts';
import { type Correction, findCorrection, isNaming } from '../text/correction.ts';

/** A word is corrected this often in one transcript before it is offered. */
const OFTEN = 2;

let counts = new Map<string, number>();

/** Starts counting again, for another transcript. */
export function forgetCorrections(): void {
  counts = new Map();
}

/** Counts a changed sentence in which one word became a name or a term. */
export function noteCorrection(before: string, after: string): void {
  const found = findCorrection(before, after);
  if (!found) return;
  const key = `${spellingKey(found.wrong)}\n${found.right}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  if (count === OFTEN) offerSpelling(found);
}

/** Offers what was replaced everywhere, if it is a name or a term. */
export function offerReplaced(wrong: string, right: string): void {
  const found = { wrong: wrong.trim(), right: right.trim() };
  if (isNaming(found)) offerSpelling(found);
}

function offerSpelling({ wrong, right }: Correction): void {
  const key = spellingKey(wrong);
  const known = useSettings.getState().settings?.spelling ?? [];
  if (known.some(({ from }) => from.some((one) => spellingKey(one) === key))) return;
  const message = {
    id: `spelling ${key} ${right}`,
    title: `Use “${right}” from now on?`,
    description: `Where “${wrong}” is heard, in new transcriptions.`,
  };
  offer(message, 'Add to vocabulary', () => {
    const list = useSettings.getState().settings?.spelling ?? [];
    void useSettings.update({ spelling: withSpelling(list, { from: [wrong], to: right }) });
  });
}
