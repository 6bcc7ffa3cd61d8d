/** Names and terms become the text that Whisper is given before each window, as many as it has room for. */
import { expect, test } from 'vitest';
import { vocabularyPrompt } from '../../../src/main/engine/words/vocabulary-prompt.ts';
import { toTerms } from '../../../src/shared/transcription/vocabulary.ts';

test('lists the terms in their order', () => {
  expect(vocabularyPrompt(['Zoë Marchetti', 'Kubernetes'])).toEqual({
    text: 'Zoë Marchetti, Kubernetes.',
    left: 0,
  });
});

test('is none without terms', () => {
  expect(vocabularyPrompt([])).toEqual({ text: null, left: 0 });
});

test('leaves out whole terms from the end where there is no room for all', () => {
  const terms = Array.from({ length: 100 }, (_, at) => `Someterm${String(at).padStart(3, '0')}`);
  const { text, left } = vocabularyPrompt(terms);
  expect(left).toBeGreaterThan(0);
  expect(text).toBe(`${terms.slice(0, 100 - left).join(', ')}.`);
  expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(1024);
});

test('counts letters that take several bytes for what they take', () => {
  const { text, left } = vocabularyPrompt(Array.from({ length: 40 }, () => '名前'.repeat(10)));
  expect(left).toBeGreaterThan(30);
  expect(text?.endsWith('名前.')).toBe(true);
});

test('terms are read from a text with commas and line breaks, each once', () => {
  expect(toTerms(' Zoë  Marchetti, Kubernetes\nAarhus;; Kubernetes，東京')).toEqual([
    'Zoë Marchetti',
    'Kubernetes',
    'Aarhus',
    '東京',
  ]);
});
