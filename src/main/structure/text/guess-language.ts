import { functionWords, LISTED_LANGUAGES } from './function-words.ts';

/** In running text, a fourth to a half of the words are function words. */
const LEAST_SHARE = 0.15;
/** How much more there must be of them than of the next language's. */
const LEAD = 1.2;
/** The first words of a long text are enough. */
const MAX_WORDS = 5_000;

/** The language of a written text by its function words; null if none of the known ones stands out. */
export function guessLanguage(text: string): string | null {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}'’]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  if (words.length === 0) return null;
  const shares = LISTED_LANGUAGES.map((language) => {
    const known = functionWords(language);
    const count = words.filter((word) => known?.has(word.replaceAll('’', "'"))).length;
    return { language, share: count / words.length };
  }).toSorted((a, b) => b.share - a.share);
  const [best, next] = shares;
  if (!best || best.share < LEAST_SHARE) return null;
  return next && best.share < next.share * LEAD ? null : best.language;
}
