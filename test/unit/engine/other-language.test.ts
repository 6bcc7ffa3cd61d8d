/** Which texts are surely not of the language that was expected. The texts are two articles of the human rights. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { otherLanguage } from '../../../src/main/engine/words/other-language.ts';

const file = new URL('../../fixtures/languages.json', import.meta.url);
const TEXTS = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const LANGUAGES = Object.keys(TEXTS);
const ENGLISH = TEXTS['en'] ?? '';

describe.each(LANGUAGES)('%s', (language) => {
  const text = TEXTS[language] ?? '';

  test('is never taken for another of the 25 languages', () => {
    expect(otherLanguage(text, language)).toBeNull();
  });

  test('is told from English, or left open', () => {
    expect([language, null]).toContain(otherLanguage(text, 'en'));
  });

  test('English is told from it', () => {
    expect(otherLanguage(ENGLISH, language)).toBe(language === 'en' ? null : 'en');
  });
});

test('all languages of Parakeet were tried, and nearly all are told from English', () => {
  expect(LANGUAGES).toHaveLength(25);
  const told = LANGUAGES.filter((language) => otherLanguage(TEXTS[language] ?? '', 'en') !== null);
  expect(told.length).toBeGreaterThanOrEqual(22);
});

test.each([
  ['nothing', ''],
  ['a short answer', 'Yes, thank you very much.'],
  ['numbers', '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20.'],
  ['names', 'Microsoft, Google, Amazon, Apple, Facebook, Netflix, Intel, Nvidia, Oracle, Adobe.'],
  [
    'English titles in French',
    'Le film The Lord of the Rings est sorti en même temps que The Return of the King, et nous les avons vus au cinéma.',
  ],
])('%s is of any language', (_what, text) => {
  expect(otherLanguage(text, 'fr')).toBeNull();
});

test('another alphabet decides by itself, if nearly all of the text is in it', () => {
  expect(otherLanguage('Всем привет, добрый вечер, дорогие слушатели.', 'fr')).toBe('ru');
  expect(otherLanguage('Καλησπέρα σας, αγαπητοί μου ακροατές.', 'bg')).toBe('el');
  expect(otherLanguage('Мы купили Microsoft Windows и Adobe Photoshop.', 'ru')).toBeNull();
});

test('languages it was not made for are left alone', () => {
  expect(otherLanguage(ENGLISH, 'ja')).toBeNull();
  expect(otherLanguage('こんにちは、みなさん。今日はとても良い天気ですね。', 'fr')).toBeNull();
});
