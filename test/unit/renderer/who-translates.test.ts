import { expect, test } from 'vitest';
import {
  canTranslate,
  NO_OPTIONS,
  toWishes,
  usualIn,
} from '../../../src/renderer/src/text/recording-options.ts';
import type { Model } from '../../../src/shared/models/models.ts';

const model = (name: string, translates: boolean, isDefault = false): Model => ({
  name,
  id: name,
  object: 'model',
  owned_by: 'steno',
  bytes: 1,
  architecture: 'whisper',
  multilingual: true,
  demo: false,
  trust: 'catalogue',
  translates,
  default: isDefault,
});
const MODELS = [model('small', true, true), model('large-v3-turbo', false), model('base', true)];
type Usual = { language: string | null; language_models: Record<string, string> };
const NOTHING: Usual = { language: null, language_models: {} };
const TURBO_FOR_GERMAN: Usual = { language: null, language_models: { de: 'large-v3-turbo' } };

const offered = (model: string | null, language: string | null, usual = NOTHING) =>
  canTranslate({ model, language }, MODELS, usual);

test('translation into English is offered for models trained for it alone', () => {
  expect(offered(null, null)).toBe(true);
  expect(offered('base', null)).toBe(true);
  expect(offered('large-v3-turbo', null)).toBe(false);
  expect(canTranslate({ model: null, language: null }, [], null)).toBe(false);
});

test('the model that is set for a language counts, unless another is chosen', () => {
  expect(offered(null, 'de', TURBO_FOR_GERMAN)).toBe(false);
  expect(offered(null, null, { ...TURBO_FOR_GERMAN, language: 'de' })).toBe(false);
  expect(offered(null, 'auto', { ...TURBO_FOR_GERMAN, language: 'de' })).toBe(true);
  expect(offered('small', 'de', TURBO_FOR_GERMAN)).toBe(true);
});

test('what was chosen before is not asked of a model that cannot', () => {
  const options = { ...NO_OPTIONS, language: 'de', translate: true };
  expect(toWishes(options, MODELS, TURBO_FOR_GERMAN).translate).toBe(false);
  expect(toWishes(options, MODELS, NOTHING).translate).toBe(true);
});

test('the model and the language of the project count before those of the settings', () => {
  const options = { ...NO_OPTIONS, translate: true };
  const asked = (project: Parameters<typeof usualIn>[0], usual = NOTHING) =>
    toWishes(options, MODELS, usualIn(project, usual)).translate;
  expect(asked({ model: 'base', language: 'de' }, TURBO_FOR_GERMAN)).toBe(true);
  expect(asked({ model: null, language: 'de' }, TURBO_FOR_GERMAN)).toBe(false);
  expect(asked({ model: 'large-v3-turbo', language: null })).toBe(false);
  expect(asked({ model: 'removed', language: null })).toBe(true);
  expect(asked(undefined)).toBe(true);
});
