import { expect, test } from 'vitest';
import {
  type NameChoice,
  type NameQuestion,
  nameChoices,
  nameProblem,
} from '../../../src/renderer/src/pages/transcript/speakers/name-choices.ts';

const QUESTION: NameQuestion = {
  naming: true,
  who: { id: 1, name: 'Speaker 1' },
  others: [
    { id: 2, name: 'Ana Müller' },
    { id: 3, name: 'Speaker 3' },
  ],
  voices: ['Anton', 'Zoë', 'ana  muller'],
  text: null,
};

const textOf = (choice: NameChoice) => {
  if (choice.kind === 'unnamed') return 'new';
  if (choice.kind === 'speaker') return choice.name;
  return `${choice.known ? 'voice' : 'new'} ${choice.name}`;
};
const asked = (question: Partial<NameQuestion>) =>
  nameChoices({ ...QUESTION, ...question }).map(textOf);

test('at first everybody who is known is there, each once', () => {
  const known = ['Ana Müller', 'Speaker 3', 'voice Anton', 'voice Zoë'];
  expect(asked({})).toEqual(known);
  expect(asked({ naming: false })).toEqual([...known, 'new']);
});

test('a name is what was typed, and what it may become comes after it', () => {
  expect(asked({ text: 'An' })).toEqual(['new An', 'Ana Müller', 'voice Anton']);
});

test('words are given to somebody of the recording before they are given to somebody new', () => {
  expect(asked({ naming: false, text: 'an' })).toEqual(['Ana Müller', 'new an', 'voice Anton']);
  expect(asked({ naming: false, text: '3' })).toEqual(['Speaker 3', 'new 3']);
});

test.each(['ana müller', 'ANA MULLER', ' Ana   Muller '])(
  'who has the name but for case, accents and spaces is offered first: %s',
  (text) => {
    expect(asked({ text })[0]).toBe('Ana Müller');
    expect(asked({ text })[1]).toBe(`new ${text.trim().replaceAll(/ +/g, ' ')}`);
    expect(asked({ naming: false, text })[0]).toBe('Ana Müller');
  },
);

test('a name that somebody has is not offered twice', () => {
  expect(asked({ text: 'Ana Müller' })).toEqual(['Ana Müller']);
  expect(asked({ text: 'Zoë' })).toEqual(['voice Zoë']);
});

test.each(['محمد', '🎤 DJ', '山田太郎', 'O’Neill'])('any name may be new: %s', (text) => {
  expect(asked({ text })).toEqual([`new ${text}`]);
  expect(nameProblem(text)).toBeNull();
});

test('what is no name says why', () => {
  expect(asked({ text: 'a'.repeat(300) })).toEqual([]);
  expect(nameProblem('a'.repeat(300))).toBe('A name has at most 100 characters; this one has 300.');
  expect(nameProblem('\u200b')).toBe('A name needs a character that can be seen.');
  expect(nameProblem('  ')).toBeNull();
});
