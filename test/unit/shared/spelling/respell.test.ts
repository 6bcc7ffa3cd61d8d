import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRespell, type Sentence } from '../../../../src/shared/spelling/respell.ts';
import type { SpellingList } from '../../../../src/shared/spelling/spelling.ts';

/** Each word lasts 300 ms, with 100 ms of pause after it; a word in ?…? is doubtful. */
function sentence(marked: string, language = 'en'): Sentence {
  const words = marked.split(' ').map((word, index) => ({
    text: word.replaceAll('?', ''),
    startMs: index * 400,
    endMs: index * 400 + 300,
    confidence: word.includes('?') ? 0.3 : 0.9,
  }));
  const text = words.map((word) => word.text).join(' ');
  const endMs = words.at(-1)?.endMs ?? 0;
  return { startMs: 0, endMs, text, language, confidence: 0.8, words };
}

const written = (text: string, vocabulary: string[], spelling: SpellingList = []) =>
  createRespell(vocabulary, spelling)(sentence(text))?.text ?? null;
const spelled = (text: string, from: string[], to: string) => written(text, [], [{ from, to }]);

describe('the spelling list', () => {
  test.each([
    [
      'a phrase',
      'we run Cube Ernetes, daily',
      ['cube ernetes'],
      'Kubernetes',
      'we run Kubernetes, daily',
    ],
    ['every place', 'Zoe and ZOE', ['zoe'], 'Zoë', 'Zoë and Zoë'],
    ['what stands in quotation marks', 'he said “zoe”.', ['zoe'], 'Zoë', 'he said “Zoë”.'],
    ['a possessive', 'it is zoe’s', ['zoe'], 'Zoë', 'it is Zoë’s'],
    ['either apostrophe', "the o'briens", ['o’briens'], 'O’Briens', 'the O’Briens'],
    ['a word with signs', 'in C plus plus.', ['c plus plus'], 'C++', 'in C++.'],
    [
      'the small word, large at the start',
      'Cubes are here',
      ['cubes'],
      'blocks',
      'Blocks are here',
    ],
    ['a name that begins small', 'I-phone is here', ['i-phone'], 'iPhone', 'iPhone is here'],
    ['the longest phrase', 'new york city', ['york', 'new york city'], 'NYC', 'NYC'],
    ['ß like ss', 'die STRASSE', ['straße'], 'Straße', 'die Straße'],
    ['signs that mean something in patterns', 'a.b and axb', ['a.b'], 'A/B', 'A/B and axb'],
  ])('writes %s', (_, heard, from, to, expected) => {
    expect(spelled(heard, from, to)).toBe(expected);
  });

  test.each([
    ['part of a word', 'cubes', ['cube'], 'Kubernetes'],
    ['words with a comma between', 'a cube, ernetes', ['cube ernetes'], 'Kubernetes'],
    ['what is right already', 'New York is big', ['york'], 'New York'],
    ['accents that were not named', 'café', ['cafe'], 'Kafé'],
  ])('leaves %s', (_, heard, from, to) => {
    expect(spelled(heard, from, to)).toBeNull();
  });

  test('finds words anywhere in scripts without spaces', () => {
    const transcribed = sentence('我在库伯内特斯工作。', 'zh');
    const respell = createRespell([], [{ from: ['库伯内特斯'], to: 'Kubernetes' }]);
    expect(respell(transcribed)?.text).toBe('我在Kubernetes工作。');
  });

  test('keeps times and confidence; a phrase shares its time', () => {
    const respell = createRespell([], [{ from: ['cube ernetes'], to: 'Kubernetes' }]);
    const transcribed = sentence('run cube ?ernetes? now');
    const words = respell(transcribed)?.words.map(({ text, ...rest }) => [text, rest]);
    expect(words?.[1]).toEqual(['Kubernetes', { startMs: 400, endMs: 1100, confidence: 0.6 }]);
    expect(words?.[2]).toEqual(['now', { startMs: 1200, endMs: 1500, confidence: 0.9 }]);
  });
});

describe('the vocabulary', () => {
  test.each([
    ['a near word', 'we run ?cubernetes?.', ['Kubernetes'], 'we run Kubernetes.'],
    ['a near phrase', 'we run ?cube? ?ernetes? now', ['Kubernetes'], 'we run Kubernetes now'],
    ['two swapped letters', 'in ?Aarhsu?', ['Aarhus'], 'in Aarhus'],
    ['to the closer of two', 'in ?Kubernets?', ['Kubernetes', 'Kubernot'], 'in Kubernetes'],
  ])('corrects %s', (_, heard, vocabulary, expected) => {
    expect(written(heard, vocabulary)).toBe(expected);
  });

  test.each([
    ['a word the model was sure of', 'son of shinobi', ['Shinoby']],
    ['a phrase of which one word was sure', 'run cube ?ernetes?', ['Kubernetes']],
    ['short words', 'the ?can?', ['Kan']],
    ['words that differ too much', 'the ?kubernator?', ['Kubernetes']],
    ['words that begin otherwise', 'an ?auction?', ['Suction']],
    ['a tie', 'call ?Marian?', ['Marina', 'Mariah']],
  ])('leaves %s', (_, heard, vocabulary) => {
    expect(written(heard, vocabulary)).toBeNull();
  });
});

describe('whatever the lists and the text', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'A', 'ß', "'", '語', '.');
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
  const isPhrase = (text: string) => /[\p{L}\p{N}]/u.test(text);
  const phrase = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' '))
    .filter(isPhrase);
  const list = fc.array(fc.record({ from: fc.array(phrase, { minLength: 1 }), to: phrase }), {
    maxLength: 4,
  });
  const transcribed = fc
    .array(fc.tuple(word, fc.boolean()), { minLength: 1, maxLength: 12 })
    .map((words) => sentence(words.map(([text, sure]) => (sure ? text : `?${text}?`)).join(' ')));

  test('times stay in order and inside the sentence, and the words are those of the text', () => {
    fc.assert(
      fc.property(transcribed, fc.array(phrase), list, (before, vocabulary, spelling) => {
        const after = createRespell(vocabulary, spelling)(before);
        if (!after) return;
        let last = before.startMs;
        for (const { startMs, endMs } of after.words) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          last = endMs;
        }
        expect(last).toBeLessThanOrEqual(before.endMs);
        expect(after.words.map(({ text }) => text).join(' ')).toBe(after.text);
      }),
    );
  });

  test('the vocabulary never touches what the model was sure of', () => {
    fc.assert(
      fc.property(transcribed, fc.array(phrase), (before, vocabulary) => {
        const after = createRespell(vocabulary, [])(before) ?? before;
        const sure = (one: Pick<Sentence, 'words'>) =>
          one.words.filter(({ confidence }) => confidence >= 0.5).map(({ text }) => text);
        expect(sure(after)).toEqual(sure(before));
      }),
    );
  });

  test('doing it twice changes nothing more', () => {
    const name = fc.constantFrom('Kubernetes', 'New York', 'Zoë', 'blocks', 'C++');
    const wrong = fc.constantFrom('york', 'cube', 'new cube', 'zoe', 'kubernetes', 'c', 'blocks');
    const text = fc.array(
      fc.constantFrom('york', 'New', 'Cube', '?zoe?', 'kubernetes', 'c', '?Blocs?'),
      {
        minLength: 1,
      },
    );
    const entries = fc.array(fc.record({ from: fc.array(wrong, { minLength: 1 }), to: name }));
    fc.assert(
      fc.property(text, fc.array(name), entries, (words, vocabulary, spelling) => {
        const respell = createRespell(vocabulary, spelling);
        const before = sentence(words.join(' '));
        const once = { ...before, ...respell(before) };
        expect(respell(once)).toBeNull();
      }),
    );
  });

  test('ten hours of one word are no more work than their length', () => {
    const long = sentence(Array.from({ length: 20_000 }, () => 'aa').join(' '));
    const spelling = [
      { from: ['aa aa aa aa b'], to: 'B' },
      { from: ['aa aa'], to: 'c' },
    ];
    expect(createRespell([], spelling)(long)?.words).toHaveLength(10_000);
  });
});
