import { joinTexts } from '../subtitles/spacing.ts';
import { type TimedWord, timedWords } from '../subtitles/timed-words.ts';
import type { Segment, Word } from './transcript.ts';

/** The fields of a sentence needed to split and join it. */
export type Sentence = Pick<Segment, 'startMs' | 'endMs' | 'text' | 'language' | 'words'>;

/**
 * Splits a sentence before a position in its text. Words keep their times; a word that is split divides its time by
 * letters. `null` if one side would contain no words, or half a character.
 */
export function splitSentence<Kept extends Sentence>(
  sentence: Kept,
  offset: number,
): [Kept, Kept] | null {
  const [left, right] = [sentence.text.slice(0, offset).trim(), sentence.text.slice(offset).trim()];
  // Half of a surrogate pair is no character.
  if (left === '' || right === '' || !left.isWellFormed()) return null;
  const before: Word[] = [];
  const after: Word[] = [];
  for (const word of wordsIn(sentence)) {
    const inside = offset - word.offset;
    if (inside >= word.text.length) before.push(toWord(word));
    else if (inside <= 0) after.push(toWord(word));
    else {
      const at = Math.round(
        word.startMs + ((word.endMs - word.startMs) * inside) / word.text.length,
      );
      before.push({ ...toWord(word), text: word.text.slice(0, inside), endMs: at });
      after.push({ ...toWord(word), text: word.text.slice(inside), startMs: at });
    }
  }
  const { startMs, endMs } = sentence;
  const cut = clamp(after[0]?.startMs ?? endMs, startMs + 1, Math.max(startMs + 1, endMs - 1));
  const end = clamp(before.at(-1)?.endMs ?? cut, startMs + 1, cut);
  return [
    {
      ...sentence,
      text: left,
      words: before.map((word) => within(word, startMs, end)),
      endMs: end,
    },
    {
      ...sentence,
      text: right,
      words: after.map((word) => within(word, cut, endMs)),
      startMs: cut,
    },
  ];
}

/** Joins two sentences: from the start of the first to the end of the second. */
export function joinSentences<Kept extends Sentence>(first: Kept, second: Sentence): Kept {
  return {
    ...first,
    endMs: Math.max(first.endMs, second.endMs),
    text: joinTexts([first.text, second.text]),
    words: [...first.words, ...second.words],
  };
}

/** Only a few fields of a segment affect the positions of its words. */
function wordsIn(sentence: Sentence): TimedWord[] {
  return timedWords({ ...sentence, id: 0, speaker: '-', confidence: 1 });
}

function toWord({ startMs, endMs, text, confidence }: TimedWord): Word {
  return { startMs, endMs, text, confidence };
}

function within(word: Word, fromMs: number, toMs: number): Word {
  return {
    ...word,
    startMs: clamp(word.startMs, fromMs, toMs),
    endMs: clamp(word.endMs, fromMs, toMs),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
