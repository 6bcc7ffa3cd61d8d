import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import type { Engine, OpenEngine, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { createEnginePool } from '../../../src/main/engine/lanes/engine-pool.ts';
import type { EngineDevice } from '../../../src/main/engine/process/protocol.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

const IDLE_MS = 300_000;
const BAD = 66;
const forever = new AbortController().signal;
const pcm = (...bytes: number[]) => Uint8Array.from(bytes);

/** Engines in memory: a window with BAD in it kills its engine with all that runs there. */
function setUp({ lanes = 2, fits = true, device = null as EngineDevice | null } = {}) {
  const clock = createFakeClock();
  const opened: string[] = [];
  const closed: string[] = [];
  const transcribed: number[] = [];
  const alone: number[] = [];
  let hold = Promise.resolve();
  const open: OpenEngine = async ({ modelPath, signal }) => {
    opened.push(modelPath);
    await hold;
    signal?.throwIfAborted();
    const dead = Promise.withResolvers<never>();
    dead.promise.catch(() => {});
    let alive = true;
    const transcribeOnce = async (window: Uint8Array): Promise<WindowTranscript> => {
      transcribed.push(window[0] ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      if (window.includes(BAD)) {
        alive = false;
        dead.reject(new AppError('engine_crashed'));
      }
      return alive ? { ...EMPTY, language: String(window[0]) } : dead.promise;
    };
    return {
      info: { ...ENGINE_INFO, lanes, device },
      alive: () => alive,
      transcribe: (window, options) => {
        if (options.alone) alone.push(window[0] ?? 0);
        return Promise.race([transcribeOnce(window), dead.promise]);
      },
      detect: async () => ({}),
      speech: async () => new Float32Array(),
      bench: async () => ({ runs: [] }),
      close: async () => {
        alive = false;
        closed.push(modelPath);
      },
    } satisfies Engine;
  };
  const host = createEnginePool({
    open,
    fits: async () => fits,
    clock,
  });
  return {
    host,
    clock,
    opened,
    closed,
    transcribed,
    alone,
    holdOpening: (until: Promise<void>) => {
      hold = until;
    },
  };
}

const CARD: EngineDevice = {
  id: 'card',
  name: 'A card',
  type: 'discrete',
  driver: '1.0',
  memory_total: 1,
  memory_free: 1,
};
const EMPTY = { languageProbs: {}, noSpeechProb: 0, segments: [] };

const transcribeOnce = (engine: Engine, ...bytes: number[]) =>
  engine.transcribe(pcm(...bytes), { language: 'en' });

describe('the engine host', () => {
  test('opens a model once for all who use it, and gives it back after a while', async () => {
    const { host, clock, opened, closed } = setUp();
    const use = () => host.use('a.bin', forever, (engine) => transcribeOnce(engine, 1));
    await Promise.all([use(), use()]);
    await use();
    expect(opened).toEqual(['a.bin']);
    await clock.advance(IDLE_MS - 1);
    expect(closed).toEqual([]);
    await clock.advance(1);
    expect(closed).toEqual(['a.bin']);
    await use();
    expect(opened).toEqual(['a.bin', 'a.bin']);
  });

  test('asks a new engine for what a dead one was working on', async () => {
    const { host, opened, transcribed } = setUp();
    await host.use('a.bin', forever, async (engine) => {
      const bad = transcribeOnce(engine, 1, BAD);
      const good = [2, 3, 4].map((window) => transcribeOnce(engine, window));
      await expect(bad).rejects.toMatchObject({ code: 'engine_crashed' });
      expect((await Promise.all(good)).map(({ language }) => language)).toEqual(['2', '3', '4']);
      expect((await transcribeOnce(engine, 5)).language).toBe('5');
    });
    expect(transcribed.filter((window) => window === 1)).toHaveLength(3);
    expect(opened).toHaveLength(4);
  });

  test('never blames one user for what another one sends', async () => {
    const { host } = setUp({ lanes: 4 });
    const bad = host.use('a.bin', forever, (engine) =>
      Promise.all([transcribeOnce(engine, 1, BAD), transcribeOnce(engine, 2, BAD)]),
    );
    const good = host.use('a.bin', forever, async (engine) => {
      const windows = Array.from({ length: 30 }, (_, i) => 10 + i);
      const all = await Promise.all(windows.map((window) => transcribeOnce(engine, window)));
      return all.map(({ language }) => Number(language));
    });
    await expect(bad).rejects.toMatchObject({ code: 'engine_crashed' });
    expect(await good).toEqual(Array.from({ length: 30 }, (_, i) => 10 + i));
  });

  const wantedSoon = { language: 'en', alone: true };

  test('lets a window have all lanes, where nobody else needs them', async () => {
    const { host, alone, transcribed } = setUp();
    await host.use('a.bin', forever, async (engine) => {
      await Promise.all([
        engine.transcribe(pcm(1), wantedSoon),
        transcribeOnce(engine, 2),
        engine.transcribe(pcm(3), wantedSoon),
      ]);
      const running = transcribeOnce(engine, 4);
      await host.use('a.bin', forever, (other) => other.transcribe(pcm(5), wantedSoon));
      await running;
    });
    expect(transcribed).toEqual([1, 3, 2, 4, 5]);
    expect(alone).toEqual([1, 3]);
  });

  test('lets it have one where a graphics card computes', async () => {
    const { host, alone, transcribed } = setUp({ device: CARD });
    await host.use('a.bin', forever, (engine) => engine.transcribe(pcm(1), wantedSoon));
    expect(transcribed).toEqual([1]);
    expect(alone).toEqual([]);
  });

  test('has two models in memory where both fit', async () => {
    const { host, opened, closed } = setUp();
    await host.use('a.bin', forever, () =>
      host.use('b.bin', forever, (it) => transcribeOnce(it, 1)),
    );
    expect(opened).toEqual(['a.bin', 'b.bin']);
    expect(closed).toEqual([]);
  });

  test('has a model wait that does not fit beside those in use, and the later ones behind it', async () => {
    const { host, opened, closed } = setUp({ fits: false });
    const order: string[] = [];
    const end = Promise.withResolvers<void>();
    const use = (name: string, until?: Promise<void>) =>
      host.use(`${name[0]}.bin`, forever, async () => {
        order.push(name);
        await until;
      });
    const first = use('a1', end.promise);
    await until(() => order.length === 1);
    const later = [use('b1'), use('a2')];
    end.resolve();
    await Promise.all([first, ...later]);
    expect(order).toEqual(['a1', 'b1', 'a2']);
    expect(opened).toEqual(['a.bin', 'b.bin', 'a.bin']);
    expect(closed).toEqual(['a.bin', 'b.bin']);
  });

  test('lets go at once of a model that is still loading when no job needs it any more', async () => {
    const { host, holdOpening, opened, transcribed } = setUp();
    const loading = Promise.withResolvers<void>();
    holdOpening(loading.promise);
    const stop = new AbortController();
    const use = host.use('a.bin', stop.signal, (engine) => transcribeOnce(engine, 1));
    await until(() => opened.length === 1);
    stop.abort(new Error('canceled'));
    await expect(use).rejects.toThrow('canceled');
    loading.resolve();
    holdOpening(Promise.resolve());
    await host.use('a.bin', forever, (engine) => transcribeOnce(engine, 2));
    expect(opened).toHaveLength(2);
    expect(transcribed).toEqual([2]);
  });

  test('lets go at once of who waits for room', async () => {
    const { host } = setUp({ fits: false });
    const end = Promise.withResolvers<void>();
    const using = Promise.withResolvers<void>();
    const first = host.use('a.bin', forever, async () => {
      using.resolve();
      await end.promise;
    });
    await using.promise;
    const stop = new AbortController();
    const waiting = host.use('b.bin', stop.signal, () => Promise.resolve());
    stop.abort(new Error('canceled'));
    await expect(waiting).rejects.toThrow('canceled');
    const next = host.use('a.bin', forever, () => Promise.resolve('served'));
    expect(await next).toBe('served');
    end.resolve();
    await first;
  });
});
