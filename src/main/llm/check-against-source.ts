import type { Fallback } from '../../shared/transcription/structured.ts';
import { functionWords } from '../structure/text/function-words.ts';
import { createTokenizer, type Token } from '../structure/text/tokens.ts';

/** The share of content words that must occur in the source; higher where capitals do not mark names. */
const SAID_SHARE = 0.35;
const SAID_SHARE_WITHOUT_NAMES = 0.5;
/** If more words than this are capitalized, nouns are too, or the text is a headline. */
const MANY_CAPITALS = 0.15;

/** The source text in a form that other texts can be checked against. */
export type Evidence = {
  /** Why the text does not follow from the source; null if it does. */
  objection(text: string): Extract<Fallback['reason'], 'wrong_language' | 'not_supported'> | null;
};

/** Reads transcripts in one language; texts about them must not contain numbers or names that are not in the source. */
export function createEvidenceReader(language: string): (said: string) => Evidence {
  const tokenize = createTokenizer();
  const grammar = functionWords(language) ?? new Set<string>();
  const read = (text: string) => tokenize(text, language);
  const meaning = (tokens: readonly Token[]) =>
    tokens.filter((token) => token.content && !grammar.has(token.form));

  return (said) => {
    const tokens = read(said);
    const keys = new Set(tokens.map(({ key }) => key));
    const numbers = new Set(numbersIn(said));
    const script = scriptOf(said);
    const hasCase = /\p{Lu}/u.test(said);
    const capitalsTell = hasCase && shareOfCapitals(tokens) < MANY_CAPITALS;
    return {
      objection(text) {
        const written = scriptOf(text);
        if (written !== null && written !== script) return 'wrong_language';
        if (numbersIn(text).some((number) => !numbers.has(number))) return 'not_supported';
        const own = read(text);
        const words = meaning(own);
        const telling = capitalsTell && shareOfCapitals(own) < 0.5;
        const names = own.filter(({ capital }) => capital && telling);
        if (names.some(({ key }) => !keys.has(key))) return 'not_supported';
        const known = words.filter(({ key }) => keys.has(key)).length;
        const needed = telling ? SAID_SHARE : SAID_SHARE_WITHOUT_NAMES;
        return words.length > 0 && known >= needed * words.length ? null : 'not_supported';
      },
    };
  };
}

function shareOfCapitals(tokens: readonly Token[]): number {
  const capitals = tokens.filter(({ capital }) => capital).length;
  return tokens.length === 0 ? 0 : capitals / tokens.length;
}

/** Runs of digits, whatever separates their thousands. */
function numbersIn(text: string): string[] {
  const joined = text.replaceAll(/(?<=\p{Nd})[.,:'’\u00a0\u202f](?=\p{Nd})/gu, '');
  return joined.match(/\p{Nd}+/gu) ?? [];
}

/** The scripts of Whisper's languages; Chinese and Japanese share theirs. */
const SCRIPTS: readonly [name: string, letters: RegExp][] = [
  ['Latin', /\p{sc=Latin}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}/gu],
  ['Arabic', /\p{sc=Arabic}/gu],
  ['Hebrew', /\p{sc=Hebrew}/gu],
  ['Greek', /\p{sc=Greek}/gu],
  ['East Asian', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Hangul', /\p{sc=Hangul}/gu],
  ['Thai', /\p{sc=Thai}/gu],
  ['Devanagari', /\p{sc=Devanagari}/gu],
];

/** The script of more than half of the letters; `other` if it is none of these, null without letters. */
export function scriptOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const main = SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters / 2);
  return main?.[0] ?? 'other';
}
