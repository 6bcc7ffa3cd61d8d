import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import { proveCard } from '../../../src/main/engine/devices/prove-card.ts';
import type { OpenEngine } from '../../../src/main/engine/engine.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const OWN = 'Anna watched the quiet garden today. The old tree is near the river.';

/** What the card says, what it throws, or nothing for good. */
type Card = string | AppError | 'hangs';

function setUp(card: Card, processor = OWN) {
  const clock = createFakeClock();
  const openEngine: OpenEngine = async ({ device, signal }) => ({
    info: ENGINE_INFO,
    alive: () => true,
    transcribe: async () => {
      const says = device === undefined ? processor : card;
      if (says instanceof AppError) throw says;
      if (says === 'hangs') {
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      }
      const segments = [{ startMs: 0, endMs: 1000, text: ` ${says}`, tokens: [] }];
      return {
        language: 'en',
        languageProbs: {},
        noSpeechProb: 0,
        segments,
      };
    },
    detect: async () => ({}),
    speech: async () => new Float32Array(),
    bench: async () => ({ runs: [] }),
    close: async () => {},
  });
  const proof = proveCard({
    openEngine,
    clock,
    modelPath: 'a.bin',
    device: 'card',
    language: 'en',
    threads: 2,
    pcm: new Uint8Array(2),
    signal: new AbortController().signal,
  });
  return { proof, clock };
}

const verdict = async (card: Card, processor?: string) =>
  (await setUp(card, processor).proof).verdict;

describe('a card', () => {
  test('is good if it gives the same words, whatever their case and punctuation', async () => {
    expect(await verdict(OWN)).toBe('good');
    expect(await verdict(OWN.toLowerCase().replaceAll('.', ','))).toBe('good');
  });

  test('may round one word in ten to another, and no more', async () => {
    expect(await verdict(OWN.replace('quiet', 'quite'))).toBe('good');
    expect(await verdict(OWN.replace('quiet', 'quite').replace('old', 'odd'))).toBe('other_words');
    expect(await verdict(`${OWN} ${OWN}`)).toBe('other_words');
    expect(await verdict(OWN.split(' ').slice(0, 7).join(' '))).toBe('other_words');
  });

  test('is bad if it gives no words at all', async () => {
    expect(await verdict('!!!!!!!!')).toBe('silent');
    expect(await verdict('')).toBe('silent');
  });

  test('is bad where its driver crashes', async () => {
    expect(await verdict(new AppError('engine_crashed'))).toBe('crashed');
  });

  test('is bad where it does not answer', async () => {
    const { proof, clock } = setUp('hangs');
    await clock.sleeping();
    await clock.advance(310_000);
    expect((await proof).verdict).toBe('hangs');
  });

  test('is not judged by a model that finds no words in the sample', async () => {
    expect(await verdict(OWN, '')).toBe('unproven');
  });

  test('that has too little memory now is not judged', async () => {
    await expect(setUp(new AppError('out_of_memory')).proof).rejects.toMatchObject({
      code: 'out_of_memory',
    });
  });
});
