import { expect, test } from 'vitest';
import { goneText, stepName } from '../../../src/renderer/src/text/step-name.ts';
import { StepKind } from '../../../src/shared/transcription/editing.ts';

const about = { start: 62, count: 1, name: null, of: null };

test.each([
  ['text at 1:02', 'text', about],
  ['text of 12 sentences', 'text', { ...about, count: 12 }],
  ['name “Ana”', 'name', { start: null, count: 0, name: 'Ana', of: 'Speaker 1' }],
  ['removal of the name “Ana”', 'name', { start: null, count: 0, name: null, of: 'Ana' }],
  [`name “${'😀'.repeat(39)}…”`, 'name', { ...about, name: '😀'.repeat(100) }],
  ['sentence given to Ana', 'speaker', { ...about, name: 'Ana' }],
  ['12 sentences given to Ana', 'speaker', { ...about, count: 12, name: 'Ana' }],
  ['merge of Speaker 2 with Ana', 'speaker', { ...about, name: 'Ana', of: 'Speaker 2' }],
  ['join of two subtitles at 1:02', 'cue_join', about],
  ['reset of 12 subtitles', 'cue_reset', { ...about, count: 12 }],
] as const)('a step is called: %s', (name, kind, told) => {
  expect(stepName({ kind, about: told })).toBe(name);
  expect(goneText({ kind, about: told, way: 'redo' })).toBe(`Redone: ${name}`);
});

test('a step of which nothing more is known has a name as well', () => {
  for (const kind of StepKind.options) {
    expect(stepName({ kind, about: null })).toMatch(/^[a-z ]+$/);
  }
});
