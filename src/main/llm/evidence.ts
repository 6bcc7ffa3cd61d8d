import type { Fallback } from '../../shared/transcription/structured.ts';
import { functionWords } from '../structure/text/function-words.ts';
import { createTokenizer, type Token } from '../structure/text/tokens.ts';

/** Part of the words with meaning that must have been said, the more where capitals do not give away names. */
const SAID_SHARE = 0.35;
const SAID_SHARE_WITHOUT_NAMES = 0.5;
/** Where more words than this have a capital, nouns have one too, or the text is a headline. */
const MANY_CAPITALS = 0.15;

/** What was said, as something that other texts can be held against. */
export type Evidence = {
  /** Why the text cannot stand for what was said; null when it can. */
  objection(text: string): Extract<Fallback['reason'], 'wrong_language' | 'not_supported'> | null;
};

/** Reads transcripts in one language; texts about them may use no number and no name that was not said. */
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

/** Runs of digits, whatever parts their thousands. */
function numbersIn(text: string): string[] {
  const joined = text.replaceAll(/(?<=\p{Nd})[.,:'’\u00a0\u202f](?=\p{Nd})/gu, '');
  return joined.match(/\p{Nd}+/gu) ?? [];
}

/** Scripts that Whisper's languages are written in; Chinese and Japanese share theirs. */
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

/** The script that more than half of the letters are in; `other` where it is none of these, null without letters. */
export function scriptOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const main = SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters / 2);
  return main?.[0] ?? 'other';
}
