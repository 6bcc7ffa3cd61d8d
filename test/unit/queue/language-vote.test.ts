import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/main/engine/engine.ts';
import {
  byKnownLanguage,
  countVotes,
  voteLanguage,
} from '../../../src/main/queue/prepare/language-vote.ts';

describe('counting votes', () => {
  test('the highest sum wins, whatever a single window says', () => {
    const votes = [{ de: 0.9, en: 0.1 }, { en: 0.8 }, { en: 0.7, de: 0.2 }];
    expect(countVotes(votes)).toEqual({ language: 'en', sure: true, mixed: true });
  });

  test('a winner without half of the trust is a guess', () => {
    expect(countVotes([{ en: 0.4, de: 0.3, es: 0.3 }])).toEqual({
      language: 'en',
      sure: false,
      mixed: false,
    });
    expect(countVotes([{ en: 0.5 }])).toMatchObject({ sure: true });
    expect(countVotes([{ en: 0.9 }, { en: 0.8 }])).toMatchObject({ mixed: false });
  });

  test('a draw always ends the same way', () => {
    expect(countVotes([{ nl: 0.5, de: 0.5 }]).language).toBe('de');
    expect(countVotes([{ de: 0.5, nl: 0.5 }]).language).toBe('de');
  });

  test('no votes at all are a guess too', () => {
    expect(countVotes([])).toEqual({ language: 'en', sure: false, mixed: false });
  });
});

describe('asking windows', () => {
  const windows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      index,
      startMs: index * 1000,
      endMs: (index + 1) * 1000,
    }));

  /** An engine that detects German in one window and English everywhere else. */
  async function vote(count: number, german: number) {
    const asked: number[] = [];
    const engine = {
      info: { lanes: 2 },
      detect: async (pcm: Uint8Array) => (pcm[0] === german ? { de: 1 } : { en: 1 }),
    } as unknown as Engine;
    const read = async ({ index }: { index: number }) => {
      asked.push(index);
      return Uint8Array.of(index);
    };
    const signal = new AbortController().signal;
    return { asked, result: await voteLanguage(engine, windows(count), read, signal) };
  }

  test('asks a few, spread over the whole recording, so that a foreign greeting does not count', async () => {
    const { asked, result } = await vote(100, 0);
    expect(asked).toEqual([10, 30, 50, 70, 90]);
    expect(result).toMatchObject({ language: 'en', sure: true });
  });

  test('asks all of a few', async () => {
    const { asked, result } = await vote(3, 1);
    expect(asked).toEqual([0, 1, 2]);
    expect(result).toMatchObject({ language: 'en', sure: true });
  });
});

test('windows in languages that a model does not know are left to another', () => {
  const windows = ['de', 'ja', 'fr', 'zh'].map((language, index) => ({
    index,
    startMs: index * 1000,
    endMs: (index + 1) * 1000,
    done: false,
    language,
  }));
  const languageOf = ({ index }: { index: number }) => windows[index]?.language ?? '';
  const share = (known: string[] | null) => {
    const shared = byKnownLanguage(windows, known, languageOf);
    return [shared.known, shared.others].map((some) => some.map(languageOf));
  };
  expect(share(['de', 'fr'])).toEqual([
    ['de', 'fr'],
    ['ja', 'zh'],
  ]);
  expect(share(null)).toEqual([['de', 'ja', 'fr', 'zh'], []]);
});
