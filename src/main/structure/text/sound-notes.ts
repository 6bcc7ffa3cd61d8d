import type { TimedWord } from '../../../shared/subtitles/timed-words.ts';

const NOTE = /\[[^\]]{1,40}\]|[♪♫♬]+/gu;
const WHOLE_NOTE = /^\s*[(（*【][^)）*】]{1,60}[)）*】][\s.]*$/u;
/** Of all that people write, in edits and in transcripts of their own, and of nothing else. */
const WRITTEN = 1;

/**
 * Finds a model's notes about sounds in a segment: `[BLANK_AUDIO]`, `(music)` or `♪`. What people write, such as
 * `[inaudible]`, is text.
 */
export function soundNotesIn(
  text: string,
): (word: Pick<TimedWord, 'offset' | 'text' | 'confidence'>) => boolean {
  const notes = WHOLE_NOTE.test(text)
    ? [{ from: 0, to: text.length }]
    : Array.from(text.matchAll(NOTE), (match) => ({
        from: match.index,
        to: match.index + match[0].length,
      }));
  return ({ offset, text: { length }, confidence }) =>
    confidence < WRITTEN && notes.some(({ from, to }) => offset < to && offset + length > from);
}
