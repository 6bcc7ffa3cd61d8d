import { endsClause, endsSentence } from './punctuation.ts';
import type { Run } from './speech-runs.ts';

/** The cost of a break at each place of a run: index `k` is the place before atom `k`. Lower is better. */
export type BreakCosts = {
  /** Ending a cue there. */
  cue: number[];
  /** Ending a line there. */
  line: number[];
  sentence: boolean[];
};

const COMMA = 2;
const PAUSE = 5;
const ELSEWHERE = 12;
const PAUSE_MS = 300;
/** A cue that contains one or two words of another sentence. */
const ORPHAN = 6;
/** A line that ends in an article or preposition, as most short words are. */
const SHORT_WORD = 3;
const CASED_SHORT_WORD = /^[\p{Lu}\p{Ll}]{1,3}$/u;

/** Rates every place of a run according to broadcasters' guidelines: sentence end, comma, pause, anywhere else. */
export function rateBreaks({ atoms }: Run): BreakCosts {
  const sentence = atoms.map((atom, index) => {
    const left = atoms[index - 1];
    return left === undefined || endsSentence(left.text, atom.text, atom.startMs - left.endMs);
  });
  const ladder = atoms.map((atom, index) => {
    const left = atoms[index - 1];
    if (left === undefined || sentence[index] === true) return 0;
    if (endsClause(left.text)) return COMMA;
    return atom.startMs - left.endMs >= PAUSE_MS ? PAUSE : ELSEWHERE;
  });
  return {
    sentence,
    cue: ladder.map((cost, index) => cost + (isOrphaning(sentence, index) ? ORPHAN : 0)),
    line: ladder.map((cost, index) => {
      const left = atoms[index - 1]?.text ?? '';
      return cost + (CASED_SHORT_WORD.test(left) ? SHORT_WORD : 0);
    }),
  };
}

/** Whether a break leaves fewer than three words of a sentence on either side. */
function isOrphaning(sentence: readonly boolean[], index: number): boolean {
  if (sentence[index] === true) return false;
  const endsAt = (at: number) => at === sentence.length || sentence[at] === true;
  return [index + 1, index + 2, index - 1, index - 2].some(endsAt);
}
