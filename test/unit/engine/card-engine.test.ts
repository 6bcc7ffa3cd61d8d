import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import { createCardEngine } from '../../../src/main/engine/devices/card-engine.ts';
import type { Engine, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';

const transcriptOf = (language: string): WindowTranscript => ({
  language,
  languageProbs: {},
  noSpeechProb: 0,
  segments: [],
});

type Fails = 'window_failed' | 'out_of_memory' | 'engine_crashed' | null;

/** Engines in memory, each failing as its list says, window by window; a crash ends one. */
function setUp(onCard: Fails[], onProcessor: Fails[] = []) {
  const opened: string[] = [];
  const struck: boolean[] = [];
  let goodEnds = 0;
  const engine = (name: string, fails: Fails[]): Engine => {
    opened.push(name);
    let alive = true;
    return {
      info: ENGINE_INFO,
      alive: () => alive,
      async transcribe() {
        const code = fails.shift() ?? null;
        if (code === 'engine_crashed') alive = false;
        if (code !== null) throw new AppError(code);
        return transcriptOf(name);
      },
      detect: async () => ({}),
      speech: async () => new Float32Array(),
      bench: async () => ({ runs: [] }),
      close: async () => {
        alive = false;
      },
    };
  };
  const both = createCardEngine({
    card: engine('card', onCard),
    openProcessor: async () => engine('processor', onProcessor),
    onFailure: (_, lost) => void struck.push(lost),
    onGoodEnd: () => goodEnds++,
  });
  const transcribeOnce = async () =>
    (await both.transcribe(new Uint8Array(2), { language: 'en' })).language;
  return { both, transcribeOnce, opened, struck, goodEnds: () => goodEnds };
}

describe('an engine on a card', () => {
  test('leaves the processor alone while the card is well', async () => {
    const { both, transcribeOnce, opened, goodEnds } = setUp([]);
    expect([await transcribeOnce(), await transcribeOnce()]).toEqual(['card', 'card']);
    await both.close();
    expect(opened).toEqual(['card']);
    expect(goodEnds()).toBe(1);
  });

  test('gives the processor the window that the card has no memory for, and that one only', async () => {
    const { both, transcribeOnce, struck, goodEnds } = setUp([null, 'out_of_memory', null]);
    expect([await transcribeOnce(), await transcribeOnce(), await transcribeOnce()]).toEqual([
      'card',
      'processor',
      'card',
    ]);
    expect(struck).toEqual([false]);
    await both.close();
    expect(goodEnds()).toBe(0);
  });

  test('gives the processor all windows once the card is lost', async () => {
    const { transcribeOnce, struck, both } = setUp(['engine_crashed']);
    expect([await transcribeOnce(), await transcribeOnce()]).toEqual(['processor', 'processor']);
    expect(struck).toEqual([true]);
    expect(both.alive()).toBe(true);
  });

  test('gives up a card that fails on three windows', async () => {
    const fails: Fails[] = ['window_failed', 'out_of_memory', 'window_failed'];
    const { transcribeOnce, struck } = setUp(fails);
    for (let i = 0; i < 4; i++) expect(await transcribeOnce()).toBe('processor');
    expect(struck).toEqual([false, false, true]);
  });

  test('blames the window where the processor fails on it as well', async () => {
    const { both, transcribeOnce, struck } = setUp(['engine_crashed'], ['engine_crashed']);
    await expect(transcribeOnce()).rejects.toMatchObject({ code: 'engine_crashed' });
    expect(struck).toEqual([]);
    expect(both.alive()).toBe(false);
  });
});
