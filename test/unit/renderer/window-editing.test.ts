import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/renderer/src/edits/transcript-changes.ts';
import { fitStep, toStep } from '../../../src/renderer/src/edits/waiting-steps.ts';
import {
  confirmedWith,
  findDoubts,
} from '../../../src/renderer/src/pages/transcript/editing/doubts.ts';
import { differences } from '../../../src/renderer/src/pages/transcript/editing/text-differences.ts';
import {
  describeReplaced,
  findText,
  replaceEverywhere,
} from '../../../src/renderer/src/pages/transcript/find/find-and-replace.ts';
import {
  segmentAt,
  wordAt,
  wordsOf,
} from '../../../src/renderer/src/pages/transcript/reading/words-at.ts';
import { wordsToSpeaker } from '../../../src/renderer/src/pages/transcript/speakers/words-to-speaker.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../src/shared/transcription/transcription.ts';

describe('edits that the service does not know yet', () => {
  const start = () => resultOf([one(0, 1, 'Good morning to you'), one(1, 9, 'Then tea')]);
  const texts = (result: TranscriptionResult) => result.segments.map(({ text }) => text);

  test('split and join sentences, whose words keep their times', () => {
    const split = applyEdits(start(), [{ op: 'split', id: 0, offset: 5 }]);
    expect(texts(split)).toEqual(['Good', 'morning to you', 'Then tea']);
    expect(split.segments.map(({ id, start: at }) => [id, at])).toEqual([
      [0, 1],
      [1, 2],
      [2, 9],
    ]);
    expect(split.structured?.paragraphs.map(({ segment_ids }) => segment_ids)).toEqual([[0, 1, 2]]);
    const joined = applyEdits(split, [{ op: 'join', id: 1 }]);
    expect(joined.segments.map(({ words }) => words)).toEqual(
      start().segments.map(({ words }) => words),
    );
    expect(joined.structured?.paragraphs[0]?.segment_ids).toEqual([0, 1]);
  });

  test('assign a passage to someone, or only what one person says there', () => {
    const given = applyEdits(start(), [
      { op: 'speaker', first: 1, last: 1, speaker_id: 2 },
      { op: 'speaker', first: 0, last: 1, of: 1, speaker_id: 3 },
    ]);
    expect(given.segments.map(({ speaker_id }) => speaker_id)).toEqual([3, 2]);
  });

  test('may be for somebody new, who is among the speakers at once', () => {
    const edit = { op: 'speaker', first: 1, last: 1, speaker_id: 3, name: 'Ana' } as const;
    const given = applyEdits(start(), [edit]);
    expect(given.segments[1]).toMatchObject({ speaker_id: 3, speaker: 'Ana' });
    expect(given.speakers.at(-1)).toMatchObject({ id: 3, name: 'Ana' });
  });

  test.each([
    ['takes the next number where somebody else has it meanwhile', 'Bo', 4],
    ['is who has the number, if that is the same person', 'Ana', 3],
  ])('for somebody new %s', (_what, name, number) => {
    const edit = { op: 'speaker', first: 1, last: 1, speaker_id: 3 } as const;
    const step = toStep(start(), [{ ...edit, name: 'Ana' }]);
    const elsewhere = applyEdits(start(), [{ ...edit, first: 0, last: 0, name }]);
    const { step: fitted } = fitStep(elsewhere, step);
    expect(fitted?.edits).toEqual([{ ...edit, speaker_id: number, name: 'Ana' }]);
  });

  test('for somebody new join whoever was called so meanwhile', () => {
    const edit = { op: 'speaker', first: 1, last: 1, speaker_id: 3, name: 'Ana' } as const;
    const elsewhere = applyEdits(start(), [
      { ...edit, name: 'Bo' },
      { ...edit, first: 0, last: 0, speaker_id: 4 },
    ]);
    const { step: fitted } = fitStep(elsewhere, toStep(start(), [edit]));
    expect(fitted?.edits).toEqual([{ ...edit, speaker_id: 4 }]);
  });

  test('find their sentences again where ids were moved elsewhere', () => {
    const step = toStep(start(), [{ op: 'text', id: 1, text: 'Then coffee' }]);
    const elsewhere = applyEdits(start(), [{ op: 'split', id: 0, offset: 5 }]);
    const { step: fitted, conflicts } = fitStep(elsewhere, step);
    expect(fitted?.edits).toEqual([{ op: 'text', id: 2, text: 'Then coffee' }]);
    expect(fitted?.request).toBe(step.request);
    expect(conflicts).toEqual([]);
  });

  test('are a question where the same sentence was changed elsewhere, unless to the same', () => {
    const step = toStep(start(), [
      { op: 'text', id: 0, text: 'Good evening' },
      { op: 'text', id: 1, text: 'Then coffee' },
    ]);
    const elsewhere = applyEdits(start(), [{ op: 'text', id: 1, text: 'Then cocoa' }]);
    const { step: fitted, conflicts } = fitStep(elsewhere, step);
    expect(fitted?.edits).toEqual([{ op: 'text', id: 0, text: 'Good evening' }]);
    expect(conflicts).toEqual([{ start: 9, mine: 'Then coffee', theirs: 'Then cocoa' }]);
    const same = applyEdits(start(), step.edits);
    expect(fitStep(same, step)).toEqual({ step: null, conflicts: [] });
  });

  test('of subtitles fit whatever the text says now, and leave it as it is', () => {
    const edits = [{ op: 'cues' as const, from: 1, to: 3, cues: null }];
    const step = toStep(start(), edits);
    const elsewhere = applyEdits(start(), [{ op: 'text', id: 0, text: 'Something else' }]);
    expect(fitStep(elsewhere, step)).toEqual({ step, conflicts: [] });
    expect(applyEdits(elsewhere, edits)).toBe(elsewhere);
  });

  test('that cut a sentence are dropped where it says something else now', () => {
    const step = toStep(start(), [
      { op: 'split', id: 0, offset: 5 },
      { op: 'speaker', first: 1, last: 1, speaker_id: 2 },
    ]);
    const elsewhere = applyEdits(start(), [{ op: 'text', id: 0, text: 'Bye' }]);
    expect(fitStep(elsewhere, step).step).toBeNull();
    expect(fitStep(start(), step).step?.edits).toEqual(step.edits);
  });
});

describe('selected words', () => {
  const segments = [one(0, 1, 'Good morning to you'), one(1, 9, 'Then tea')];

  test('go to a speaker whole, and nothing else does', () => {
    const selected = { first: { id: 0, offset: 7 }, last: { id: 0, offset: 14 } };
    const edits = wordsToSpeaker(selected, 2, segments);
    const { segments: after } = applyEdits(resultOf(segments), edits);
    expect(after.map(({ text, speaker_id }) => `${speaker_id}: ${text}`)).toEqual([
      '1: Good',
      '2: morning to',
      '1: you',
      '1: Then tea',
    ]);
  });

  test('may be those of several sentences', () => {
    const selected = { first: { id: 0, offset: 13 }, last: { id: 1, offset: 8 } };
    const edits = wordsToSpeaker(selected, 2, segments);
    const { segments: after } = applyEdits(resultOf(segments), edits);
    expect(after.map(({ text, speaker_id }) => `${speaker_id}: ${text}`)).toEqual([
      '1: Good morning',
      '2: to you',
      '2: Then tea',
    ]);
  });
});

describe('the original and what it says now', () => {
  test('differ word by word', () => {
    expect(differences('We saw the sea', 'We see the sea now')).toMatchObject([
      { text: 'We ', is: 'same' },
      { text: 'saw ', is: 'gone' },
      { text: 'see ', is: 'new' },
      { text: 'the sea ', is: 'same' },
      { text: 'now ', is: 'new' },
    ]);
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

  test('is a whole segment with a flag, until a user has written in it', () => {
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

  test('is in the segment that plays, or played last', () => {
    const at = (ms: number) => segmentAt(segments, ms)?.id;
    expect([0, 1000, 3500, 5000, 90_000].map(at)).toEqual([0, 0, 0, 1, 1]);
    expect(segmentAt([], 0)).toBeUndefined();
  });

  test('is at the word that plays, and at none in a pause', () => {
    const words = wordsOf(one(1, 5, 'Then tea'));
    expect(wordAt(words, 4999)).toMatchObject({ text: 'Then', offset: 0 });
    expect(wordAt(words, 6000)).toMatchObject({ text: 'tea', offset: 5 });
    expect(wordAt(words, 8000)).toBeUndefined();
  });
});

/** Each word lasts a second. */
function one(id: number, start: number, text: string) {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    confidence: 1,
    start: start + index,
    end: start + index + 1,
  }));
  return {
    id,
    start,
    end: start + words.length,
    text,
    words,
    speaker: 'Anna',
    speaker_id: 1,
    language: 'en',
    confidence: 1,
    edited: false,
  };
}

function resultOf(segments: TranscriptSegment[]): TranscriptionResult {
  const segment_ids = segments.map(({ id }) => id);
  const paragraph = { id: 0, speaker: 'Anna', start: 0, end: 1, text: '', segment_ids };
  return {
    text: '',
    segments,
    suppressed: [],
    failed_parts: [],
    speakers: [],
    media: null,
    coverage: { speech: 0, silence: 0, suppressed: 0, failed: 0 },
    diarization: { method: 'single', model: null, speaker_count: 1, confidence: 1, warning: null },
    structured: {
      paragraphs: [paragraph],
      table_of_contents: [],
      key_highlights: [],
      terms: [],
      summary: { text: '', sentences: [] },
      generator: { mode: 'extractive', model: null, pending: false, fallbacks: [] },
    },
    subtitles: { vtt: '', srt: '' },
  };
}
