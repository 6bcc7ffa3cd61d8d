/** No regular expression takes time that grows with the square of a text; `npm run check` looks for such. */
import { describe, expect, test } from 'vitest';
import { reasonAgainst } from '../../../scripts/expression-speed.ts';

describe('the check finds', () => {
  test.each([
    ['what begins again at each tag', /<v(?:\.[^\s>]*)?[ \t]+/],
    ['what begins again at each opening', /<think>[\s\S]*?<\/think>/],
    ['what begins again at each bracket', /\{[^}]*\}/],
    ['spaces before the end', /\s+$/],
    ['two that trade', /^a*: *(.+)$/],
    ['one within itself', /^(?:a+)+$/],
    ['lines', /^(\s*)-/m],
  ])('%s', (_what, { source, flags }) => {
    expect(reasonAgainst({ source, flags })).not.toBeNull();
  });

  test.each([
    ['a tag that ends at the next', /<v(?:\.[^\s<>]*)?[ \t]+/],
    ['a run that is looked at from its start alone', /(?<!\s)\s+$/],
    ['a beginning', /^\s*\d+\s*$/],
    ['what cannot fail', /<think>[\s\S]*/],
    ['a limited number', /a.{0,200}b/],
  ])('nothing in %s', (_what, { source, flags }) => {
    expect(reasonAgainst({ source, flags })).toBeNull();
  });
});
