import { functionWords, LISTED_LANGUAGES } from './function-words.ts';

/** In running text, a fourth to a half of the words are function words. */
const LEAST_SHARE = 0.15;
/** How much more there must be of them than of the next language's. */
const LEAD = 1.2;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** The letters in which one language is written, or one more than all others. */
const LETTERS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['zh', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['am', /\p{Script=Ethiopic}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['bo', /\p{Script=Tibetan}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['th', /\p{Script=Thai}/gu],
];
/** Japanese has more of kana, which Chinese has only in names. */
const LEAST_KANA = 0.1;

/** The language of a text by its script or its function words; null if none of the known ones stands out. */
export function guessLanguage(text: string): string | null {
  return languageOfScript(text) ?? languageOfWords(text);
}

/** That of the script which most letters are of. */
function languageOfScript(text: string): string | null {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const all = count(/[\p{L}\p{M}]/gu);
  const [language] = LETTERS.find(([, letters]) => count(letters) > all / 2) ?? [null];
  return language === 'zh' && count(KANA) > all * LEAST_KANA ? 'ja' : language;
}

function languageOfWords(text: string): string | null {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
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
