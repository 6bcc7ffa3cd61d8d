import { expect, test } from 'vitest';
import { createEvidenceReader } from '../../../src/main/llm/check-against-source.ts';

const GARDEN =
  'We watered the garden on Monday. Anna planted 1,200 tulips beside the old greenhouse. ' +
  'The frost of 2019 had killed the roses, so the neighbours brought new ones from Utrecht.';
const GARTEN =
  'Am Montag haben wir den Garten gegossen. Anna hat 1200 Tulpen neben das alte Gewächshaus gesetzt. ' +
  'Der Frost hatte die Rosen getötet, deshalb brachten die Nachbarn neue Rosen aus Utrecht.';

const english = createEvidenceReader('en')(GARDEN);
const german = createEvidenceReader('de')(GARTEN);

test.each([
  'Anna planted tulips beside the greenhouse.',
  'New roses came from Utrecht after the frost.',
  'The 1200 tulips were planted by the greenhouse',
  'Planting tulips in the garden',
])('“%s” was said', (text) => {
  expect(english.objection(text)).toBeNull();
});

test.each([
  ['a number', 'Anna planted 1300 tulips beside the greenhouse.'],
  ['a year', 'The frost of 2020 killed the roses.'],
  ['a name', 'Anna and Margaret planted tulips beside the greenhouse.'],
  ['a place', 'The neighbours brought new roses from Amsterdam.'],
  ['something else', 'Interest rates are expected to climb next quarter.'],
  ['nothing', 'It is what it is.'],
  ['a headline of other things', 'Global Markets And Their Discontents'],
])('%s that was not said is not supported: “%s”', (_, text) => {
  expect(english.objection(text)).toBe('not_supported');
});

test('another script is another language', () => {
  expect(english.objection('Анна посадила тюльпаны.')).toBe('wrong_language');
  expect(english.objection('安娜种了郁金香。')).toBe('wrong_language');
});

test('where all nouns have capitals, more of the words must have been said', () => {
  expect(german.objection('Anna hat Tulpen neben das Gewächshaus gesetzt.')).toBeNull();
  expect(german.objection('Rosen und Tulpen im Garten')).toBeNull();
  expect(german.objection('Die Börse erwartet steigende Zinsen und Tulpen.')).toBe('not_supported');
});

test('another language in the same script shares too few words', () => {
  expect(german.objection('The neighbours brought new flowers because of the cold.')).toBe(
    'not_supported',
  );
});

test('languages without capitals and without spaces are held to their words, too', () => {
  const chinese = createEvidenceReader('zh')(
    '今天我们在花园里种了郁金香。邻居从乌得勒支带来了玫瑰。',
  );
  expect(chinese.objection('邻居带来了玫瑰。')).toBeNull();
  expect(chinese.objection('股票市场预计利率上升。')).toBe('not_supported');
});
