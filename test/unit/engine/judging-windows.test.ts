import { describe, expect, test } from 'vitest';
import type { WindowTranscript } from '../../../src/main/engine/engine.ts';
import type { RecognizedSegment } from '../../../src/main/engine/words/join-tokens.ts';
import {
  findLoop,
  isRepetitive,
  isTooFast,
  judgeWindow,
} from '../../../src/main/engine/words/judge-window.ts';
import { transcribeWindow } from '../../../src/main/engine/words/transcribe-window.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';

const PROSE =
  'The garden behind the old house was quiet in the morning, and nobody had opened the gate since the long winter.';

/** A segment whose words take `wordMs` each. */
function said(text: string, startMs: number, wordMs = 300, confidence = 0.9): RecognizedSegment {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    confidence,
    startMs: startMs + i * wordMs,
    endMs: startMs + (i + 1) * wordMs,
  }));
  const endMs = words.at(-1)?.endMs ?? startMs;
  return { text, startMs, endMs, language: 'en', confidence, words };
}
const repeated = (text: string, times: number) => Array.from({ length: times }, () => text);
const textsOf = ({ segments }: { segments: readonly { text: string }[] }) =>
  segments.map(({ text }) => text);
const everywhere = [{ startMs: 0, endMs: 28_000 }];

describe('repetition', () => {
  test('is a unit of words that comes four times in a row over half of the text', () => {
    expect(findLoop(PROSE.split(' '))).toBeNull();
    expect(findLoop(repeated('no', 3))).toBeNull();
    expect(findLoop(repeated('no', 4))).toEqual({ from: 0, to: 4, length: 1 });
    const phrase = repeated('and then we', 5).flatMap((text) => text.split(' '));
    expect(findLoop(['First,', ...phrase, 'left'])).toEqual({ from: 1, to: 16, length: 3 });
    expect(findLoop([...PROSE.split(' '), ...repeated('no', 4)])).toBeNull();
  });

  test('compresses as no ordinary text does, in any script', () => {
    expect(isRepetitive(PROSE)).toBe(false);
    expect(isRepetitive(repeated('Thanks for watching.', 12).join(' '))).toBe(true);
    expect(isRepetitive('今日はとても天気がいいので、友達と一緒に公園へ散歩に行きました。')).toBe(
      false,
    );
    expect(isRepetitive(repeated('ご視聴ありがとうございました。', 12).join(''))).toBe(true);
  });

  test('no one says forty letters in a second', () => {
    expect(isTooFast('a'.repeat(40), 1000)).toBe(true);
    expect(isTooFast('a'.repeat(20), 1000)).toBe(false);
    expect(isTooFast('今日は天気がとてもいい', 1000)).toBe(true);
  });
});

describe('a window is judged by its structure', () => {
  test('ordinary speech stays as it is', () => {
    const judged = judgeWindow([said(PROSE, 500)], everywhere, 0);
    expect(judged).toMatchObject({ suppressed: [], suspicious: false });
    expect(judged.segments).toMatchObject([{ text: PROSE, flags: [] }]);
  });

  test('unsure text where no one speaks is removed and kept separately', () => {
    const speech = [{ startMs: 0, endMs: 4000 }];
    const ghost = said('Thank you.', 9000, 400, 0.3);
    const judged = judgeWindow([said('Hello there.', 500), ghost], speech, 0);
    expect(textsOf(judged)).toEqual(['Hello there.']);
    expect(judged.suppressed).toEqual([
      { startMs: 9000, endMs: 9800, text: 'Thank you.', reason: 'no_speech' },
    ]);
  });

  test('sure text where no one speaks is flagged', () => {
    const judged = judgeWindow([said('Hello there.', 9000)], [], 0);
    expect(judged.segments).toMatchObject([{ text: 'Hello there.', flags: ['no_speech'] }]);
  });

  test('more than anybody could say in a blip of sound is taken out, a word or two stays', () => {
    const blip = [{ startMs: 300, endMs: 900 }];
    const invented = judgeWindow([said('Der Wald sieht die Blume heute.', 300, 100)], blip, 0);
    expect(textsOf(invented)).toEqual([]);
    expect(invented.suppressed).toMatchObject([{ reason: 'no_speech' }]);
    expect(textsOf(judgeWindow([said('Oh yes.', 300, 300)], blip, 0))).toEqual(['Oh yes.']);
  });

  test('a phrase that is really spoken again and again survives, flagged', () => {
    const segments = repeated('I said no.', 20).map((text, i) => said(text, i * 1200, 350));
    const judged = judgeWindow(segments, everywhere, 0);
    expect(textsOf(judged)).toEqual(repeated('I said no.', 20));
    expect(judged.segments.every(({ flags }) => flags.includes('repetition'))).toBe(true);
    expect(judged).toMatchObject({ suppressed: [], suspicious: true });
  });

  test('repeats that no one could have spoken go, all but the first, and none is lost', () => {
    const text = repeated('so we go', 10).join(' ');
    const speech = [{ startMs: 0, endMs: 1500 }];
    const judged = judgeWindow([said(text, 0)], speech, 0);
    expect(textsOf(judged)).toEqual(['so we go']);
    expect(judged.suppressed).toMatchObject([
      { text: repeated('so we go', 9).join(' '), reason: 'repetition' },
    ]);
  });

  test('the same line over and over through silence stays once', () => {
    const segments = repeated('Thanks for watching.', 4).map((text, i) => said(text, i * 3000));
    const judged = judgeWindow(segments, [{ startMs: 0, endMs: 1000 }], 0);
    expect(textsOf(judged)).toEqual(['Thanks for watching.']);
    expect(judged.suppressed).toHaveLength(3);
  });
});

describe('a window that goes round in circles', () => {
  const LOOP = repeated(' la', 30);

  /** An engine that says one text at temperature 0 and another above. */
  function engine(cold: string[], warm: string[], warmP = 0.9) {
    const asked: number[] = [];
    const transcribe = async (
      _pcm: Uint8Array,
      { temperature = 0 }: { temperature?: number },
    ): Promise<WindowTranscript> => {
      asked.push(temperature);
      const [texts, p] = temperature === 0 ? [cold, 0.9] : [warm, warmP];
      const tokens = texts.map((text, i) => ({ text, startMs: i * 300, endMs: (i + 1) * 300, p }));
      const segment = { startMs: 0, endMs: texts.length * 300, text: texts.join(''), tokens };
      return { language: 'en', languageProbs: {}, noSpeechProb: 0, segments: [segment] };
    };
    return { info: ENGINE_INFO, transcribe, asked };
  }
  const transcribeOnce = (one: ReturnType<typeof engine>) =>
    transcribeWindow(one, new Uint8Array(), {
      language: 'en',
      speech: everywhere,
      signal: new AbortController().signal,
    });

  test('is transcribed again at a higher temperature, and text without a loop is taken', async () => {
    const one = engine(LOOP, [' The', ' gate', ' is', ' open', '.']);
    expect(textsOf(await transcribeOnce(one))).toEqual(['The gate is open.']);
    expect(one.asked).toEqual([0, 0.4]);
  });

  test('stays as it was first transcribed if that does not help', async () => {
    const one = engine(LOOP, LOOP);
    const transcribed = await transcribeOnce(one);
    expect(one.asked).toEqual([0, 0.4, 0.8]);
    expect(transcribed.segments).toMatchObject([
      { text: LOOP.join('').trim(), flags: ['repetition'] },
    ]);
  });

  test('is not replaced by a guess', async () => {
    const one = engine(LOOP, [' Perhaps', ' this', '?'], 0.4);
    expect(textsOf(await transcribeOnce(one))).toEqual([LOOP.join('').trim()]);
  });
});
