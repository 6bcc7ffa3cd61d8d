import { describe, expect, test } from 'vitest';
import {
  confirmedWith,
  findDoubts,
  findText,
  segmentAt,
  wordAt,
  wordsOf,
} from '../../../src/renderer/src/pages/transcript/reading/places.ts';
import {
  describeReplaced,
  replaceEverywhere,
} from '../../../src/renderer/src/pages/transcript/tools/replace.ts';
import {
  emptyHistory,
  redo,
  undo,
  withEdit,
} from '../../../src/renderer/src/stores/transcript/edit-history.ts';
import { mergeChanges } from '../../../src/renderer/src/stores/transcript/transcript-changes.ts';

describe('undo and redo', () => {
  const says = (text: string) => ({ changes: [{ id: 0, text }] });
  const edit = (from: string, to: string, session: string | null = null) => ({
    ...{ before: says(from), after: says(to), session },
  });

  test('take edits back one by one and do them again', () => {
    const history = withEdit(withEdit(emptyHistory, edit('a', 'b')), edit('b', 'c'));
    const [first, afterFirst] = undo(history) ?? [];
    expect(first).toEqual(says('b'));
    const [second, afterSecond] = undo(afterFirst ?? emptyHistory) ?? [];
    expect(second).toEqual(says('a'));
    expect(undo(afterSecond ?? emptyHistory)).toBeNull();
    expect(redo(afterSecond ?? emptyHistory)?.[0]).toEqual(says('b'));
  });

  test('take the typing in one sentence back at once', () => {
    const typed = ['ab', 'abc'].reduce(
      (history, text) => withEdit(history, edit('a', text, 'typing')),
      emptyHistory,
    );
    expect(undo(typed)?.[0]).toEqual(says('a'));
    expect(typed.done).toHaveLength(1);
  });

  test('go through names and texts in the order they were given', () => {
    const named = {
      before: { speaker: 1, name: null },
      after: { speaker: 1, name: 'Ada' },
      session: null,
    };
    const [text, history = emptyHistory] =
      undo(withEdit(withEdit(emptyHistory, named), edit('a', 'b'))) ?? [];
    expect(text).toEqual(says('a'));
    expect(undo(history)?.[0]).toEqual(named.before);
  });

  test('forget what was taken back once something new is done', () => {
    const [, history = emptyHistory] = undo(withEdit(emptyHistory, edit('a', 'b'))) ?? [];
    expect(redo(withEdit(history, edit('a', 'z')))).toBeNull();
  });
});

describe('changes of one segment that are not stored yet', () => {
  test('become one, in which the newer text wins and the speaker stays', () => {
    const written = { id: 0, text: 'a', speaker_id: 2 };
    expect(mergeChanges(undefined, written)).toEqual(written);
    expect(mergeChanges(written, { id: 0, text: 'b' })).toEqual({ ...written, text: 'b' });
    expect(mergeChanges(written, { id: 0, speaker_id: 3 })).toEqual({ ...written, speaker_id: 3 });
  });

  test('are either a text or the original', () => {
    const restored = { id: 0, original: true } as const;
    expect(mergeChanges({ id: 0, text: 'a', speaker_id: 2 }, restored)).toEqual({
      ...restored,
      speaker_id: 2,
    });
    expect(mergeChanges(restored, { id: 0, text: 'b' })).toEqual({ id: 0, text: 'b' });
    expect(mergeChanges(restored, { id: 0, speaker_id: 2 })).toEqual({
      ...restored,
      speaker_id: 2,
    });
  });
});

describe('what is doubtful', () => {
  const unsure = one(0, 0, 'Good morning');
  const [first, second] = unsure.words;
  const words = [first, second && { ...second, confidence: 0.3 }].filter(
    (word) => word !== undefined,
  );

  test('are the words the engine was not sure of', () => {
    expect(findDoubts([{ ...unsure, words }])).toEqual([
      { segment: 0, offset: 5, length: 7, startMs: 1000, about: 'word' },
    ]);
  });

  test('is a whole segment with a flag, until somebody has written in it', () => {
    const flagged = { ...unsure, words, flags: ['no_speech' as const] };
    expect(findDoubts([flagged])).toEqual([
      { segment: 0, offset: 0, length: 12, startMs: 0, about: 'no_speech' },
    ]);
    expect(findDoubts([{ ...flagged, edited: true }])).toMatchObject([{ about: 'word' }]);
  });

  test('is nothing that a person has found right', () => {
    const doubtful = { ...unsure, words };
    const [doubt] = findDoubts([doubtful]);
    if (!doubt) throw new Error('One word is doubtful.');
    expect(confirmedWith(doubtful, doubt)).toEqual([1]);
    const confirmed = words.map((word, at) =>
      at === 1 ? { ...word, confirmed: true as const } : word,
    );
    expect(findDoubts([{ ...unsure, words: confirmed }])).toEqual([]);
    // Of what is odd as a whole, all of it is right.
    expect(confirmedWith(doubtful, { ...doubt, about: 'no_speech' })).toEqual([0, 1]);
  });
});

describe('find and replace', () => {
  test('finds in any case, and replaces every place', () => {
    expect(findText('Tea, tea and TEA', 'tea')).toEqual([0, 5, 13]);
    const segments = [
      { id: 0, text: 'Tea and tea.' },
      { id: 1, text: 'Water.' },
    ];
    expect(replaceEverywhere(segments, 'tea', 'coffee')).toEqual({
      changes: [{ id: 0, text: 'coffee and coffee.' }],
      places: 2,
    });
    expect(describeReplaced(300, 120)).toBe('Replaced 300 in 120 sentences');
  });

  test('finds whole words only, and the same case only, where that is wanted', () => {
    const text = 'The brother said: they saw the “The End”.';
    const whole = { wholeWords: true, matchCase: false };
    expect(findText(text, 'the', whole)).toEqual([0, 27, 32]);
    expect(findText(text, 'the', { wholeWords: true, matchCase: true })).toEqual([27]);
    expect(findText(text, 'The', { wholeWords: false, matchCase: true })).toEqual([0, 32]);
    expect(findText('naïve naïveté', 'naïve', whole)).toEqual([0]);
    expect(findText('end. (end)', 'end.', whole)).toEqual([0]);
  });
});

describe('a moment of the recording', () => {
  const segments = [one(0, 1, 'Good morning'), one(1, 5, 'Then tea')];

  test('is in the segment that is heard, or was last', () => {
    const at = (ms: number) => segmentAt(segments, ms)?.id;
    expect([0, 1000, 3500, 5000, 90_000].map(at)).toEqual([0, 0, 0, 1, 1]);
    expect(segmentAt([], 0)).toBeUndefined();
  });

  test('is at the word that is heard, and at none in a pause', () => {
    const words = wordsOf(one(1, 5, 'Then tea'));
    expect(wordAt(words, 4999)).toMatchObject({ text: 'Then', offset: 0 });
    expect(wordAt(words, 6000)).toMatchObject({ text: 'tea', offset: 5 });
    expect(wordAt(words, 8000)).toBeUndefined();
  });
});

/** Each word lasts a second. */
function one(id: number, start: number, text: string) {
  const words = text.split(' ').map((word, index) => ({
    ...{ text: word, confidence: 1 },
    start: start + index,
    end: start + index + 1,
  }));
  return {
    ...{ id, start, end: start + words.length, text, words },
    ...{ speaker: 'Anna', speaker_id: 1, language: 'en', confidence: 1, edited: false },
  };
}
