/** What punctuation says about where text may be broken. Uses Unicode properties, no lists per language. */

const CLOSERS = '[\\p{Pe}\\p{Pf}\\p{Pi}"\'’”»*]*';
const TERMINATOR = new RegExp(`[\\p{STerm}…⋯\\u037e\\u0f0d\\u0f0e]${CLOSERS}$`, 'u');
const CLAUSE = new RegExp(`(?!\\.)[\\p{Term}\\p{Pd}—…]${CLOSERS}$`, 'u');
const ABBREVIATION = /^[\p{Ps}\p{Pi}"']*(?:\p{L}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L})\.$/u;
const INITIALISM = /(?:\p{L}\.){2}$/u;
const VOWEL = /[aeiouyаеёиоуыэюяіїєαεηιουω]/iu;
const LOWER_START = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
const DIGIT_START = /^\p{Nd}/u;
const NO_LINE_START =
  /^[\p{Pe}\p{Pf}!?.,:;%…‰、。，．！？：；・ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ゛゜～।॥۔؟،؛ๆฯ]/u;
const NO_LINE_END = /[\p{Ps}\p{Pi}¿¡]$/u;

/** A pause this long ends a sentence whatever the punctuation. */
const SENTENCE_PAUSE_MS = 1500;
/** After a shorter pause a full stop may belong to an abbreviation. */
const BREATH_MS = 300;

/** Whether a sentence ends after `word`, when `next` follows after `pauseMs`. */
export function endsSentence(word: string, next: string, pauseMs: number): boolean {
  if (pauseMs >= SENTENCE_PAUSE_MS) return true;
  if (!TERMINATOR.test(word)) return false;
  if (!/[.…][^\p{L}.…]*$/u.test(word)) return true;
  if (LOWER_START.test(next)) return false;
  return pauseMs >= BREATH_MS || !isAbbreviation(word, next);
}

/** `Mr.`, `J.`, `U.S.` before a name, or `No.` before a number: a full stop that does not end a sentence. */
function isAbbreviation(word: string, next: string): boolean {
  if (INITIALISM.test(word)) return true;
  if (!ABBREVIATION.test(word)) return false;
  return !VOWEL.test(word.normalize('NFD')) || DIGIT_START.test(next);
}

/** Whether the word ends with a comma, colon, dash or stronger punctuation. */
export function endsClause(word: string): boolean {
  return CLAUSE.test(word);
}

/**
 * Whether two adjacent words must stay on one line: no line starts with closing punctuation or small kana (`…and` after
 * a space may), and none ends with an opening bracket.
 */
export function staysTogether(left: string, right: string, spaced: boolean): boolean {
  if (NO_LINE_END.test(left)) return true;
  return NO_LINE_START.test(right) && !(spaced && /[\p{L}\p{N}]/u.test(right));
}
