/** Which of ELAN's tiers are the transcript. */

import { lettersOf } from '../casefold.ts';
import { isLanguage } from '../languages.ts';
import type { PlacedTier } from './eaf-times.ts';
import type { GivenTier } from './given-tiers.ts';

/**
 * A tier that is below no other is what somebody says. Where it only numbers it, as in corpora of languages, the first
 * tier below it that has a text speaks in its place. Other tiers below are translations and the like: the one that may
 * be its words is told by its text, and the rest is left out.
 */
export function chooseTiers(
  roots: readonly PlacedTier[],
  languages: ReadonlyMap<string, string>,
): { tiers: GivenTier[]; leftOut: string[] } {
  const chosen = roots.filter(hasText).map((root) => ({ root, speaking: speakingTier(root) }));
  const persons = Map.groupBy(chosen, ({ root, speaking }) => speaking.person || root.person);
  const tiers: GivenTier[] = [];
  const leftOut: string[] = [];
  for (const { root, speaking } of chosen) {
    const person = speaking.person || root.person;
    const isOnly = person !== '' && persons.get(person)?.length === 1;
    const name = isOnly ? person : root.id === 'default' ? '' : root.id;
    const language = codeOf(speaking.lang ?? root.lang, languages);
    tiers.push({ name, language, labels: speaking.labels });
    const below = [root, ...allBelow(root)].filter((tier) => tier !== speaking && hasWritten(tier));
    const text = textOf(speaking);
    const words = below.find((tier) => textOf(tier) === text);
    if (words) tiers.push({ name: words.id, language, labels: words.labels, isWords: true });
    leftOut.push(...below.filter((tier) => tier !== words).map(({ id }) => id));
  }
  return { tiers, leftOut };
}

/** More than numbers and references such as `KK_0012`. */
const hasSpeech = ({ labels }: PlacedTier) =>
  labels.some(({ text }) => /\S\s+\S/.test(text) || /^[^\d]+$/.test(text.trim()));
const hasWritten = ({ labels }: PlacedTier) => labels.some(({ text }) => text.trim() !== '');
const hasText = (root: PlacedTier) => hasWritten(root) || allBelow(root).some(hasWritten);

function speakingTier(root: PlacedTier): PlacedTier {
  if (hasSpeech(root)) return root;
  return allBelow(root).find(hasSpeech) ?? root;
}

/** Near ones first. */
function allBelow(root: PlacedTier): PlacedTier[] {
  const found = [...root.children];
  for (let at = 0; at < found.length; at++) {
    for (const child of found[at]?.children ?? []) found.push(child);
  }
  return found;
}

const textOf = ({ labels }: PlacedTier): string =>
  lettersOf(labels.map(({ text }) => text).join(''));

/** `en` for `eng` and `en-GB`; null for what Steno does not know. */
function codeOf(id: string | undefined, languages: ReadonlyMap<string, string>): string | null {
  if (id === undefined || !languages.has(id)) return null;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(id);
    const [code = ''] = tag.split('-');
    return isLanguage(code) ? code : null;
  } catch {
    return null;
  }
}
