import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createLiveTexts, type LiveNews } from '../../../src/main/live/live-text.ts';
import type { RecordedTrack } from '../../../src/shared/recordings.ts';
import { bytesOfS16 } from '../../helpers/corpus/audio.ts';
import { interleave } from '../../helpers/corpus/stereo.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

const RATE = 16_000;
const loud = (bytes: Uint8Array, at: number) => bytes[at * 2] !== 0 || bytes[at * 2 + 1] !== 0;

/** Transcribes a word in every half second in which there is sound, and can be held up. */
function slowEngine() {
  const held = {
    by: Promise.resolve(),
    asked: 0,
    failing: false,
    wavering: false,
    taciturn: false,
  };
  const engine = {
    info: { ...ENGINE_INFO, vad: true },
    speech: async (pcm: Uint8Array) =>
      Float32Array.from({ length: Math.ceil(pcm.length / 1024) }, (_, frame) =>
        loud(pcm, frame * 512 + 100) ? 1 : 0,
      ),
    async transcribe(pcm: Uint8Array, { temperature }: { temperature?: number }) {
      // Not what is tried again because its words repeat.
      if (temperature === undefined) held.asked++;
      await held.by;
      if (held.failing) throw new Error('The engine is not well.');
      const tokens = Array.from({ length: Math.floor(pcm.length / RATE) }, (_, half) => ({
        text: ` ${held.wavering && half === 0 ? `look${held.asked}` : `word${half}`}`,
        startMs: half * 500,
        endMs: half * 500 + 400,
        p: 0.9,
      }))
        .filter(({ startMs }) => loud(pcm, (startMs + 200) * 16))
        .slice(0, held.taciturn ? 1 : undefined);
      const text = tokens.map((token) => token.text).join('');
      const endMs = tokens.at(-1)?.endMs ?? 0;
      const segments = tokens.length > 0 ? [{ startMs: 0, endMs, text, tokens }] : [];
      const timings = { melMs: 0, encodeMs: 0, decodeMs: 0, totalMs: 0 };
      return { language: 'en', languageProbs: {}, noSpeechProb: 0, segments, timings };
    },
  } as unknown as Engine;
  return { engine, held };
}

function start(tracks: readonly RecordedTrack[] = ['microphone']) {
  const { engine, held } = slowEngine();
  const clock = createFakeClock();
  let sound = Buffer.alloc(0);
  const told: LiveNews[] = [];
  const bytesAMs = 32 * tracks.length;
  const live = createLiveTexts({ clock, logger: createLogger('silent') }, {
    engines: { use: (_: string, __: AbortSignal, work: (one: Engine) => unknown) => work(engine) },
    resolveModel: async () => ({
      ...{ path: 'model', builtIn: false, architecture: 'whisper', languages: null },
    }),
  } as unknown as Parameters<typeof createLiveTexts>[1])(
    {
      ...{ id: 'rec_1', tracks, language: null, model: null, translate: false, vocabulary: [] },
      durationMs: () => sound.length / bytesAMs,
      read: async ({ startMs, endMs }) =>
        Uint8Array.from(sound.subarray(startMs * bytesAMs, endMs * bytesAMs)),
    },
    (news) => told.push(news),
  );
  const add = (samples: Int16Array) => {
    sound = Buffer.concat([sound, bytesOfS16(samples)]);
    live.grew();
  };
  /** Waits while the clock goes on. */
  const soon = (look: () => boolean) =>
    until(async () => {
      await clock.advance(1);
      return look();
    });
  return { live, held, told, add, clock, soon };
}

const second = (value: number) => new Int16Array(RATE).fill(value);

describe('live text', () => {
  it('does not wait for looks to agree on what was said long ago', async () => {
    const { live, held, add, soon } = start();
    held.wavering = true;
    for (let at = 0; at < 20; at++) {
      add(second(900));
      await soon(() => live.text().behind < 1);
      const { segments, until: untilSeconds } = live.text();
      if (untilSeconds > 8) expect(segments.at(-1)?.end).toBeGreaterThan(untilSeconds - 7);
    }
    await live.close();
  });

  it('falls behind a slow engine and says so, loses nothing and catches up', async () => {
    const { live, held, add, told, soon } = start();
    const gate = Promise.withResolvers<void>();
    held.by = gate.promise;
    for (let at = 0; at < 40; at++) add(second(900));
    await soon(() => held.asked > 0);
    expect(live.text()).toMatchObject({ segments: [], behind: 40 });
    for (let at = 0; at < 3; at++) add(second(0));
    gate.resolve();
    await soon(() => live.text().behind < 1 && live.text().provisional.length === 0);
    const words = live.text().segments.flatMap(({ text }) => text.split(' '));
    expect(words.length).toBeGreaterThanOrEqual(77);
    // No piece of sound was transcribed more often than twice.
    expect(held.asked).toBeLessThanOrEqual(3);
    const ids = told.flatMap(({ segments }) => segments.map(({ id }) => id));
    expect(ids).toEqual(ids.map((_, at) => at));
    await live.close();
  });

  it('keeps up with sound in which the engine makes out a word at the beginning alone', async () => {
    const { live, held, add, soon } = start();
    held.taciturn = true;
    for (let at = 0; at < 120; at++) add(second(900));
    await soon(() => live.text().behind < 1);
    // Each look goes on by half a window at least.
    expect(held.asked).toBeLessThanOrEqual(10);
    await live.close();
  });

  it('makes words firm before a pause, and says none of them twice', async () => {
    const { live, add, soon, told } = start();
    // Sentences of four seconds whose pauses are too short to wait for.
    for (let at = 0; at < 30; at++) {
      add(
        Int16Array.from(second(900), (value, i) => (at % 4 === 3 && i > RATE * 0.55 ? 0 : value)),
      );
      await soon(() => live.text().behind < 1);
    }
    const firm = live.text().segments;
    expect(live.text().until - (firm.at(-1)?.end ?? 0)).toBeLessThan(3);
    for (const [at, { start: from }] of firm.slice(1).entries()) {
      expect(from).toBeGreaterThanOrEqual(firm[at]?.end ?? 0);
    }
    const sent = told.flatMap(({ segments }) => segments);
    expect(sent).toEqual(firm);
    const spoken = sent.flatMap(({ text }) => text.split(' ')).length;
    expect(spoken).toBeGreaterThan(45);
    expect(spoken).toBeLessThanOrEqual(60);
    await live.close();
  });

  it('says which track has the words', async () => {
    const { live, add, soon } = start(['microphone', 'computer']);
    const [quiet, voice, echo] = [second(0), second(900), second(600)];
    for (const [mine, others] of [
      [voice, quiet],
      [quiet, quiet],
      [echo, voice],
      [quiet, quiet],
    ] as const) {
      add(interleave(mine, others));
      await soon(() => live.text().behind < 1);
    }
    await soon(() => live.text().segments.length === 2);
    expect(live.text().segments.map(({ track }) => track)).toEqual(['microphone', 'computer']);
    await live.close();
  });

  it('goes on when the engine is well again', async () => {
    const { live, held, add, clock, soon, told } = start();
    held.failing = true;
    add(second(900));
    await soon(() => held.asked > 0);
    await clock.sleeping(10_000);
    expect(live.text().problem).toMatchObject({ code: 'internal' });
    expect(told.at(-1)?.problem).toMatchObject({ code: 'internal' });
    held.failing = false;
    await clock.advance(10_000);
    await soon(() => {
      add(second(0));
      return live.text().segments.length === 1;
    });
    expect(live.text().segments[0]?.text).toContain('word');
    expect(live.text().problem).toBe(null);
    await live.close();
  });

  it('makes the last words firm when the recording ends', async () => {
    const { live, add, soon } = start();
    add(second(900));
    await soon(() => live.text().provisional.length === 1);
    await live.close();
    expect(live.text()).toMatchObject({ segments: [{ id: 0 }], provisional: [] });
  });
});
