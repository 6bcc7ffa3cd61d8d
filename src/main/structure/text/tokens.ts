import { isSpaceless } from '../../../shared/subtitles/spacing.ts';
import { localeOf } from '../../../shared/subtitles/timed-words.ts';

/** A word of a sentence as analyzed. */
export type Token = {
  /** Its counting key: lower-case, cut to its first letters in scripts with inflection. */
  key: string;
  /** Lower-case, complete and without clitics: used to look it up in word lists. */
  form: string;
  bare: string;
  /** Position in the sentence's text, without clitics: `Anna` of `Anna's`, `homme` of `l'homme`. */
  start: number;
  end: number;
  /** Whether at most a space separates it from the previous token. */
  follows: boolean;
  /** Long enough, and made of letters, to carry meaning. */
  content: boolean;
  /** Starts with a capital away from the sentence's start, in scripts with case. */
  capital: boolean;
};

/** Splits a sentence into tokens. Segmenters are cached per language, since building an `Intl.Segmenter` is slow. */
export type Tokenize = (text: string, language: string) => Token[];

/** Enough letters to distinguish stems in most alphabets, few enough to drop most endings. */
const STEM_LETTERS = 6;
const PROCLITIC = /^\p{L}{1,2}['’](?=\p{L}{3})/u;
const ENCLITIC = /['’]\p{L}{1,3}$/u;
const KANA = /^[\p{sc=Hiragana}ー]+$/u;

/** Caches what it needs for each language. */
export function createTokenizer(): Tokenize {
  const languages = new Map<string, Language>();
  return (text, language) => {
    const { segmenter, known, locale } = languages.get(language) ?? openLanguage(language);
    languages.set(language, { segmenter, known, locale });
    const tokens: Token[] = [];
    let previousEnd = 0;
    for (const { segment: word, index, isWordLike } of segmenter.segment(text)) {
      if (isWordLike !== true) continue;
      const read = known.get(word) ?? readWord(word, locale);
      known.set(word, read);
      const first = tokens.length === 0;
      tokens.push({
        key: read.key,
        form: read.form,
        bare: read.bare,
        start: index + read.from,
        end: index + read.to,
        follows: !first && /^[\s-]?$/u.test(text.slice(previousEnd, index)),
        content: read.content,
        capital: !first && read.capital,
      });
      previousEnd = index + word.length;
    }
    return tokens;
  };
}

type Language = { segmenter: Intl.Segmenter; locale: string; known: Map<string, ReadWord> };

/** The properties of a word independent of its position; computed once per distinct word. */
type ReadWord = {
  key: string;
  form: string;
  bare: string;
  from: number;
  to: number;
  content: boolean;
  capital: boolean;
};

function openLanguage(language: string): Language {
  const locale = localeOf(language);
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return { segmenter, locale, known: new Map() };
}

function readWord(word: string, locale: string): ReadWord {
  const from = PROCLITIC.exec(word)?.[0].length ?? 0;
  const to = Math.max(from, ENCLITIC.exec(word)?.index ?? word.length);
  const surface = word.slice(from, to);
  const bare = surface.normalize('NFKC').toLocaleLowerCase(locale);
  return {
    key: isSpaceless(bare) ? bare : Array.from(bare).slice(0, STEM_LETTERS).join(''),
    form: word.normalize('NFKC').toLocaleLowerCase(locale).replaceAll('’', "'"),
    bare,
    from,
    to,
    content: isContent(surface),
    capital: /^\p{Lu}/u.test(surface),
  };
}

function isContent(word: string): boolean {
  if (!/\p{L}/u.test(word)) return false;
  if (isSpaceless(word)) return word.length >= 2 && !KANA.test(word);
  if (/^\p{Lu}{2,}$/u.test(word)) return true;
  return Array.from(word).length >= 3;
}
