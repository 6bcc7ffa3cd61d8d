import { expect, test } from 'vitest';
import { findCorrection } from '../../../src/renderer/src/text/correction.ts';

test.each([
  ['a name', 'we run cubernetes, daily', 'we run Kubernetes, daily', 'cubernetes', 'Kubernetes'],
  ['a term with a digit', 'a kate service', 'a k8s service', 'kate', 'k8s'],
  ['a name in a possessive', "it is zoe's", "it is Zoë's", 'zoe', 'Zoë'],
])('%s is worth an offer', (_, before, after, wrong, right) => {
  expect(findCorrection(before, after)).toEqual({ wrong, right });
});

test.each([
  ['grammar', 'he go home', 'he goes home'],
  ['another word at the start of a sentence', 'He went home', 'She went home'],
  ['a capital alone', 'on monday', 'on Monday'],
  ['a numeral', 'two of them, at two', 'two of them, at 2'],
  ['a single letter', 'so me too', 'so I too'],
  ['two words', 'anna and bob', 'Hanna and Rob'],
  ['one word more', 'we run', 'we run Kubernetes'],
  ['punctuation', 'we run', 'we run.'],
])('%s is not', (_, before, after) => {
  expect(findCorrection(before, after)).toBeNull();
});
