/**
 * Measures how soon words are there while somebody speaks, and what it costs: `node test/bench/live.ts`. Sound comes as
 * it is said, on a clock of the bench's own; the demo model hears it, and takes as long there as one of base size would.
 * So the figures are the same whatever else the machine does. They go into docs/measurements/engine.md.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '../../src/main/core/logger.ts';
import type { Engine } from '../../src/main/engine/engine.ts';
import { createLiveTexts, type LiveNews } from '../../src/main/live/live-text.ts';
import { bytesOfS16, loadPool } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { normalizeWords, wordErrorRate } from '../helpers/corpus/wer.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { createFakeClock } from '../helpers/harness/fake-clock.ts';
import { writeSection } from './page.ts';

/** As docs/performance.md has them of base size with one thread; speech is found in 30 s. */
const ENCODE_MS = 296;
const TOKEN_MS = 2.4;
const SPEECH_MS = 60;
const TICK_MS = 20;
const SENTENCES = 24;

const engine = await openEngine({ modelPath: demoModel, signal: new AbortController().signal });
const clips = clipsIn('en', SENTENCES);

/** An engine that takes its time on the clock; `working` says whether it computes now, which takes no time there. */
function slowed(clock: ReturnType<typeof createFakeClock>) {
  const state = { working: 0, computedMs: 0, passes: 0 };
  const take = async <Answer>(answer: Promise<Answer>, ms: (made: Answer) => number) => {
    state.working++;
    const made = await answer.finally(() => {
      state.working--;
    });
    state.computedMs += ms(made);
    await clock.sleep(ms(made));
    return made;
  };
  const slow: Engine = {
    ...engine,
    speech: (pcm, options) =>
      take(engine.speech(pcm, options), () => (SPEECH_MS * pcm.length) / 960_000),
    transcribe(pcm, options) {
      state.passes++;
      return take(engine.transcribe(pcm, options), ({ segments }) => {
        const tokens = segments.flatMap((segment) => segment.tokens);
        return ENCODE_MS + tokens.length * TOKEN_MS;
      });
    },
  };
  return { slow, state };
}

/** When each word of the truth was first shown, by the words themselves in their order; null for one that never was. */
function shownAt(truth: readonly string[], words: readonly { word: string; atMs: number }[]) {
  let from = 0;
  return truth.map((word) => {
    const found = words.slice(from, from + 12).findIndex((one) => one.word === word);
    if (found < 0) return null;
    from += found + 1;
    return words[from - 1]?.atMs ?? null;
  });
}

async function listen(pieceMs: number, gapsMs: readonly number[]) {
  const talk = compose(loadPool(), clips, gapsMs);
  const clock = createFakeClock();
  const { slow, state } = slowed(clock);
  const sound = Buffer.from(bytesOfS16(talk.samples));
  let heardMs = 0;
  const firm: { word: string; atMs: number }[] = [];
  let shown: { word: string; atMs: number }[] = [];
  const take = ({ segments, provisional }: LiveNews) => {
    const atMs = clock.mono();
    const toWords = (all: readonly { text: string }[]) =>
      all.flatMap(({ text }) => normalizeWords(text)).map((word) => ({ word, atMs }));
    firm.push(...toWords(segments));
    const now = [...firm, ...toWords(provisional)];
    shown = now.map((one, at) => (shown[at]?.word === one.word ? (shown[at] ?? one) : one));
  };
  const live = createLiveTexts({ clock, logger: createLogger('silent') }, {
    engines: { use: (_: string, __: AbortSignal, work: (one: Engine) => unknown) => work(slow) },
    resolveModel: async () => ({
      ...{ path: demoModel, builtIn: true, architecture: 'whisper', languages: null },
    }),
  } as unknown as Parameters<typeof createLiveTexts>[1])(
    {
      ...{ id: 'rec_1', tracks: ['microphone'], language: 'en', model: null, translate: false },
      vocabulary: [],
      durationMs: () => heardMs,
      read: async ({ startMs, endMs }) => Uint8Array.from(sound.subarray(startMs * 32, endMs * 32)),
    },
    take,
  );
  while (clock.mono() < talk.durationMs + 5000) {
    await turn();
    if (state.working > 0) continue;
    await clock.advance(TICK_MS);
    const spokenMs = Math.min(clock.mono(), talk.durationMs);
    if (spokenMs - heardMs < pieceMs) continue;
    heardMs += pieceMs;
    live.grew();
  }
  await live.close();
  // The truth has the times of sentences: a word ends where its letters do.
  const truth = talk.truth.flatMap(({ text, startMs, endMs }) => {
    const words = normalizeWords(text);
    const letters = words.join('').length;
    let said = 0;
    return words.map((word) => {
      said += word.length;
      return { word, endMs: startMs + ((endMs - startMs) * said) / letters };
    });
  });
  const late = (words: readonly { word: string; atMs: number }[]) =>
    shownAt(
      truth.map(({ word }) => word),
      words,
    )
      .flatMap((atMs, at) => (atMs === null ? [] : [atMs - (truth[at]?.endMs ?? 0)]))
      .toSorted((a, b) => a - b);
  const said = talk.truth.map(({ text }) => text).join(' ');
  const text = live.text().segments.map((segment) => segment.text);
  return {
    first: late(shown),
    firm: late(firm),
    wrong: wordErrorRate(said, text.join(' ')),
    load: state.computedMs / talk.durationMs,
    passes: state.passes,
    segments: text.length,
  };
}

const seconds = (sorted: readonly number[], part: number) =>
  `${((sorted[Math.floor(sorted.length * part)] ?? 0) / 1000).toFixed(2)}`;

const talks: readonly (readonly [string, readonly number[]])[] = [
  ['a pause of 0.5 to 1.2 s after each sentence', [500, 800, 1200]],
  ['hardly a pause', [250, 300]],
];
const rows: string[] = [];
for (const [name, gapsMs] of talks) {
  for (const pieceMs of [1000, 500]) {
    const { first, firm, wrong, load, passes, segments } = await listen(pieceMs, gapsMs);
    const cells = [
      ...[name, `${pieceMs / 1000} s`],
      ...[first, firm].flatMap((late) => [seconds(late, 0.5), seconds(late, 0.95)]),
      ...[`${(wrong * 100).toFixed(1)} %`, load.toFixed(2), `${passes}, ${segments}`],
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    process.stderr.write(`${rows.at(-1)}\n`);
  }
}
await engine.close();
if (process.argv[2] !== '--dry') {
  const section = [
    '## Text while people speak',
    '',
    `${SENTENCES} sentences, composed; \`node test/bench/live.ts\`, ${new Date().toISOString().slice(0, 10)}. The demo model's words, on a clock on which finding them takes ${ENCODE_MS} ms and`,
    `${TOKEN_MS} ms a token, as of base size with one thread, so that the load of the machine has no part in it. Seconds after a word was said, median and P95; computing is time per time of sound.`,
    '',
    '| speech | pieces | shown, median | P95 | firm, median | P95 | words wrong | computing | passes, segments |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
  writeSection('engine', section.join('\n'));
}
