/**
 * What Praat reads in a text file: numbers that stand alone, texts in quotes and flags such as `<exists>`. All else is
 * for people, so the long and the short form are the same.
 */
import { unreadable } from './given-transcript.ts';

export type TextGridTokens = ReturnType<typeof readTokens>;

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;
const [QUOTE, REMARK] = ['"', '!'];

type Token = { number: number } | { text: string };

export function readTokens(source: string) {
  let [at, line] = [0, 1];
  const skip = (to: number) => {
    for (; at < to; at++) if (source[at] === '\n') line++;
  };
  const refuse = (what: string): never => {
    throw unreadable(`Line ${line} of the transcript ${what}.`);
  };
  const endOf = (mark: string, from: number) => {
    const end = source.indexOf(mark, from);
    return end < 0 ? source.length : end;
  };
  const quoted = (): string => {
    let end = source.indexOf(QUOTE, at + 1);
    while (end >= 0 && source[end + 1] === QUOTE) end = source.indexOf(QUOTE, end + 2);
    if (end < 0) return refuse('begins a text in quotes that does not end');
    const text = source.slice(at + 1, end).replaceAll(QUOTE + QUOTE, QUOTE);
    skip(end + 1);
    return text;
  };
  const next = (): Token | null => {
    while (at < source.length) {
      const letter = source.charAt(at);
      if (/\s/.test(letter)) skip(at + 1);
      else if (letter === QUOTE) return { text: quoted() };
      else if (letter === REMARK) skip(endOf('\n', at));
      else {
        const from = at;
        while (at < source.length && !/[\s"]/.test(source.charAt(at))) at++;
        const word = source.slice(from, at);
        if (NUMBER.test(word)) return { number: Number(word) };
      }
    }
    return null;
  };
  let peeked: Token | null | undefined;
  const take = (): Token | null => {
    const token = peeked === undefined ? next() : peeked;
    peeked = undefined;
    return token;
  };
  return {
    /** @throws transcript_unreadable, with the line, where something else follows; so does `text` */
    number(): number {
      const token = take();
      return token && 'number' in token ? token.number : refuse('has no number where one must be');
    },
    text(): string {
      const token = take();
      return token && 'text' in token ? token.text : refuse('has no text where one must be');
    },
    /** Whether nothing follows. */
    isAtEnd(): boolean {
      peeked ??= next();
      return peeked === null;
    },
    /** Of what was read last. */
    line: (): number => line,
  };
}
