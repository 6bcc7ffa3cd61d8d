import { describe, expect, it } from 'vitest';
import { lateText } from '../../../../src/renderer/src/text/late-text.ts';

describe('text that is made while people speak', () => {
  it('says how far it is behind, once that is worth a word', () => {
    expect(lateText({ behind: 5, problem: null })).toBeNull();
    expect(lateText({ behind: 12.4, problem: null })).toMatch(/^The text is 12 s behind/);
  });

  it('says why there is none, in the words of the window', () => {
    const problem = {
      code: 'model_missing',
      message: 'Add one with "steno models add FILE".',
    } as const;
    const said = lateText({ behind: 60, problem });
    expect(said).toContain('Settings → Models');
    expect(said).not.toContain('steno models');
  });
});
