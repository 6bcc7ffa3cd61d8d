import { LANGUAGE_SIGNS, type LanguageSigns } from './language-words.ts';

/** A shorter text, a name or a greeting, is of any language. */
const LEAST_LETTERS = 24;
const LEAST_WORDS = 8;
/** Some letters of another alphabet are names; nearly all of them are a text. */
const CLEARLY = 0.9;
/** This many words belong to the other language, as a share of all words too … */
const LEAST_SIGNS = 5;
const SIGNS_A_WORD = 0.25;
/** … and this many times more than to the expected language. */
const OUTWEIGHS = 5;

const SCRIPTS: Readonly<Record<LanguageSigns['script'], RegExp>> = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
};

/**
 * The language that a text is clearly in, if that is not the expected one; null for a text in that language, and if
 * that is open. Only among the languages of Parakeet, since it checks what that model wrote. If only the alphabet is
 * clear, the language is the one of that alphabet with the most matching words.
 */
export function otherLanguage(text: string, expected: string): string | null {
  const language = SIGNS.get(expected);
  if (!language) return null;
  const script = clearScript(text);
  if (script === null) return null;
  const words = wordsOf(text);
  const others = [...SIGNS].filter(([code, it]) => code !== expected && it.script === script);
  const best = others
    .map(([code, other]) => ({ code, ...weigh(words, language, other) }))
    .reduce<Weighed | null>((most, one) => (one.other > (most?.other ?? -1) ? one : most), null);
  if (script !== language.script || best === null) return best?.code ?? null;
  if (words.length < LEAST_WORDS || best.other < LEAST_SIGNS) return null;
  const isSure = best.other >= words.length * SIGNS_A_WORD && best.other >= best.own * OUTWEIGHS;
  return isSure ? best.code : null;
}

type Signs = { script: LanguageSigns['script']; letters: Set<string>; words: Set<string> };
type Weighed = { code: string; own: number; other: number };

const SIGNS: ReadonlyMap<string, Signs> = new Map(
  Object.entries(LANGUAGE_SIGNS).map(([code, { script, letters, words }]) => [
    code,
    { script, letters: new Set(letters), words: new Set(words.split(' ')) },
  ]),
);

/** The alphabet of nearly all letters; null where there are few, or several alphabets. */
function clearScript(text: string): LanguageSigns['script'] | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LEAST_LETTERS) return null;
  for (const [script, letter] of Object.entries(SCRIPTS)) {
    const share = (text.match(letter)?.length ?? 0) / letters;
    if (share >= CLEARLY) return script as LanguageSigns['script'];
  }
  return null;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'");
  return plain.match(/[\p{L}\p{M}]+(?:'\p{L}+)?/gu) ?? [];
}

/** How many words speak for one language and against the other: its own common ones, and those with its letters. */
function weigh(words: readonly string[], language: Signs, other: Signs): Omit<Weighed, 'code'> {
  const speaksFor = (word: string, one: Signs, against: Signs) =>
    (one.words.has(word) && !against.words.has(word)) ||
    [...word].some((letter) => one.letters.has(letter) && !against.letters.has(letter));
  return {
    own: words.filter((word) => speaksFor(word, language, other)).length,
    other: words.filter((word) => speaksFor(word, other, language)).length,
  };
}
