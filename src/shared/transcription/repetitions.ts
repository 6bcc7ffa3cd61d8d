/** Words that are said twice in a row by mistake: "I I think", "in the in the", "th- the". */
import type { LeftOut } from './fillers.ts';

/**
 * Words that nobody says twice on purpose. Not among them: "that" and "had", which grammar doubles, reflexives as in
 * "nous nous", German "die" and "sie", "no" and "very", which are doubled for their weight, and all numbers.
 */
const SAID_ONCE: Readonly<Record<string, string>> = {
  en: 'i the a an and but or of we they my your our their if because when it’s i’m we’re they’re i’ve we’ve',
  de: 'ich wir und aber oder ein eine einen einem einer mein meine weil wenn dass im vom zum zur für sondern',
  fr: 'je j’ai il ils un une et mais de du des dans mon ma parce',
  es: 'yo el los un una y pero de del en con mi porque',
  it: 'io il un una e ma di del con nel perché',
  nl: 'ik een en maar of van mijn omdat',
  pt: 'eu um uma e mas de do da com meu minha porque',
  sv: 'jag och men en ett av min',
  da: 'jeg og men en et af min',
  no: 'jeg og men en et av min',
  pl: 'i ale że w z',
};
/** Beside one of those, these are repeated by mistake too: "in the in the". */
const BESIDE: Readonly<Record<string, string>> = {
  en: 'in on at to for with from by is was think mean guess',
  de: 'in an auf mit von zu bei nach glaube denke meine',
  fr: 'à en sur avec pour pense crois',
  es: 'a por para creo',
  it: 'a in su per credo',
  nl: 'in op aan met voor denk',
  pt: 'em a para por acho',
};
const NO_WORDS: ReadonlySet<string> = new Set();
const toSets = (lists: Readonly<Record<string, string>>) =>
  new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]));
const ONCE = toSets(SAID_ONCE);
const NEAR = toSets(BESIDE);

/** Numbers too, when they are counted: "un, un, deux". */
const COUNTED = new Set('ein eine een en et ett un une una um uma a'.split(' '));

/** The longest phrase, in words. */
const PHRASE = 3;
const WORD = /[\p{L}\p{M}\p{N}'’]+-?/gu;
/** What may stand between the two: never the end of a sentence. */
const BETWEEN = /^(?:,|…|\.{3}|\s[-–—])?\s+$/u;

type Said = { text: string; from: number; to: number };

/**
 * Where such words are, in order: the first time each is said, up to the second. `fillers` between the two are left
 * out with it. Nothing in languages whose words are not listed, some of which double words to say something.
 */
export function repetitionSpans(
  text: string,
  language: string,
  fillers: readonly LeftOut[],
): LeftOut[] {
  const once = ONCE.get(language);
  if (!once) return [];
  const near = NEAR.get(language) ?? NO_WORDS;
  const words = spokenWords(text, fillers);
  const spans: LeftOut[] = [];
  const isRepeated = (first: number, count: number) => {
    const phrase = words.slice(first, first + count).map((word) => word.text);
    const again = words.slice(first + count, first + 2 * count).map((word) => word.text);
    const isListed = phrase.every((word) => once.has(word) || near.has(word));
    if (!isListed || !phrase.some((word) => once.has(word))) return false;
    if (again.length < count || again.join(' ') !== phrase.join(' ')) return false;
    const [last, next] = words.slice(first + count - 1, first + count + 1);
    if (!last || !next || isName(text, next) || !areClose(first, count)) return false;
    if (count === 1 && COUNTED.has(last.text))
      return between(text, last, next, fillers).trim() === '';
    return BETWEEN.test(between(text, last, next, fillers));
  };
  const areClose = (first: number, count: number) =>
    [first, first + count].every((start) =>
      words.slice(start, start + count - 1).every((word, at) => {
        const next = words[start + at + 1];
        return next !== undefined && /^\s+$/.test(text.slice(word.to, next.from));
      }),
    );
  const isBegun = (first: number) => {
    const [word, next] = words.slice(first, first + 2);
    if (!word?.text.endsWith('-') || !next || word.text.length < 2) return false;
    const start = word.text.slice(0, -1);
    return next.text.startsWith(start) && BETWEEN.test(between(text, word, next, fillers));
  };
  for (let at = 0; at < words.length; ) {
    const found = [PHRASE, 2, 1].find((count) => isRepeated(at, count)) ?? (isBegun(at) ? 1 : 0);
    const [first, second] = [words[at], words[at + found]];
    if (found > 0 && first && second) {
      spans.push({ from: first.from, to: second.from, begins: isCapital(text, first) });
    }
    at += Math.max(1, found);
  }
  return spans;
}

const isCapital = (text: string, { from }: Said): boolean =>
  /^\p{Lu}/u.test(text.slice(from, from + 2));

/** In lower case, without fillers. */
function spokenWords(text: string, fillers: readonly LeftOut[]): Said[] {
  let next = 0;
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    while ((fillers[next]?.to ?? Number.POSITIVE_INFINITY) <= index) next++;
    if ((fillers[next]?.from ?? Number.POSITIVE_INFINITY) <= index) return [];
    const said = word.toLowerCase().replaceAll("'", '’');
    return [{ text: said, from: index, to: index + word.length }];
  });
}

/** A capital within a sentence: a band is called The The. */
const isName = (text: string, word: Said): boolean =>
  isCapital(text, word) && !/^i(?:’|$)/.test(word.text);

/** What stands between two words, without fillers. */
function between(text: string, word: Said, next: Said, fillers: readonly LeftOut[]): string {
  let [at, found] = [word.to, ''];
  for (const { from, to } of fillers) {
    if (from < word.to || to > next.from) continue;
    found += text.slice(at, from);
    at = to;
  }
  return found + text.slice(at, next.from);
}
