import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import {
  LlmError,
  type LlmRequest,
  type LlmServer,
} from '../../../src/main/llm/ask-language-model.ts';
import { improve } from '../../../src/main/llm/improve.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { joinTexts } from '../../../src/shared/subtitles/spacing.ts';
import { Fallback, type Structured } from '../../../src/shared/transcription/structured.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { readProse } from '../../helpers/corpus/texts.ts';
import { expectAnchored } from '../../helpers/corpus/texts-invariants.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';
import { durationOf, speak } from '../../helpers/corpus/texts-spoken.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { asksForSummary, goodAnswer, linesOf } from '../../helpers/servers/llm-answers.ts';

/** A few minutes on three subjects, and a long talk on one. */
const segments = speak(
  readProse(40)
    .slice(0, 3)
    .flatMap(({ sentences }) => sentences.slice(0, 12)),
);
const long = speak(readProse(60)[0]?.sentences.slice(0, 60) ?? []);
const structured = structure(segments);
const said = joinTexts(segments.map(({ text }) => text));
const chapters = structured.table_of_contents;

function structure(spoken: readonly Segment[]): Structured {
  return structureTranscript({ segments: spoken, durationMs: durationOf(spoken) });
}

type Complete = (request: LlmRequest) => string;

function improveWith(
  complete: Complete,
  { contextTokens = 8192, signal = NEVER, spoken = segments } = {},
) {
  const server: LlmServer = {
    complete: async (request) => complete(request),
    contextTokens: async () => contextTokens,
    models: async () => [],
  };
  const input = {
    structured: spoken === segments ? structured : structure(spoken),
    segments: spoken,
    durationMs: durationOf(spoken),
    signal,
  };
  return improve(input, { server, model: 'test', clock: systemClock });
}

const NEVER = new AbortController().signal;
const good: Complete = (request) => JSON.stringify(goodAnswer(request));

describe('a faithful model', () => {
  test('titles and sums up every chapter and the whole', async () => {
    const improved = await improveWith(good);
    expectAnchored(improved, segments);
    expect(improved.generator).toEqual({
      mode: 'llm',
      model: 'test',
      pending: false,
      fallbacks: [],
    });
    for (const [id, { title, summary }] of improved.table_of_contents.entries()) {
      expect(title).toMatch(/^On /);
      expect(summary).not.toBe(chapters[id]?.summary);
    }
    expect(improved.summary.sentences).toHaveLength(3);
    const { paragraphs, key_highlights, terms } = structured;
    expect(improved).toMatchObject({ paragraphs, key_highlights, terms });
  });

  test('with little room is asked about a chapter in parts', async () => {
    const asked: string[] = [];
    const improved = await improveWith(
      (request) => {
        asked.push(request.user);
        return good(request);
      },
      { contextTokens: 1000, spoken: long },
    );
    expect(asked.length).toBeGreaterThan(improved.table_of_contents.length + 1);
    expect(improved.generator.mode).toBe('llm');
    const parts = asked.filter((user) => user.startsWith('[1] Speaker'));
    const lines = parts.flatMap((user) => linesOf({ system: '', user }));
    expect(lines.map(({ text }) => text)).toEqual(long.map(({ text }) => text));
  });
});

describe('an unfaithful model', () => {
  const lie: Record<string, Complete> = {
    'invented lines': (request) =>
      JSON.stringify(goodAnswer(request)).replaceAll(/\[(\d+)\]/g, '[9999]'),
    'invented numbers': (request) =>
      JSON.stringify(goodAnswer(request)).replaceAll('. ', ' 77123. '),
    'another script': () =>
      JSON.stringify({
        title: 'О чём угодно',
        summary: ['Совсем другое.'],
        points: [{ text: 'Совсем другое.', lines: [1] }],
        sentences: [{ text: 'Совсем другое.', points: [1] }],
      }),
    prose: () => 'I am sorry, but I cannot do that.',
  };

  test.each([
    ['another script', 'wrong_language'],
    ['prose', 'not_json'],
  ])('%s leaves the transcript’s own words, and says why', async (name, reason) => {
    const improved = await improveWith(lie[name] ?? good);
    expect(improved.generator.mode).toBe('extractive');
    expect(improved.generator.fallbacks.slice(0, -1).map((fallback) => fallback.reason)).toEqual(
      chapters.map(() => reason),
    );
    expect({ ...improved, generator: structured.generator }).toEqual(structured);
  });

  test('lines that do not exist are never cited', async () => {
    const improved = await improveWith(lie['invented lines'] ?? good);
    expect({ ...improved, generator: structured.generator }).toEqual(structured);
  });

  test('is told what was wrong, once', async () => {
    const systems: string[] = [];
    const improved = await improveWith((request) => {
      systems.push(request.system);
      return systems.length % 2 === 1 ? 'no' : good(request);
    });
    expect(improved.generator.mode).toBe('llm');
    expect(systems[1]).toContain('could not be used: The answer is not JSON.');
  });

  test('of one chapter leaves the others improved', async () => {
    const about = (request: LlmRequest) => linesOf(request)[0]?.text === segments[0]?.text;
    const improved = await improveWith((request) =>
      about(request) && !asksForSummary(request) ? '' : good(request),
    );
    expect(improved.generator).toMatchObject({
      mode: 'mixed',
      fallbacks: [{ chapter_id: 0, reason: 'not_json' }],
    });
    expect(improved.table_of_contents[0]).toEqual(chapters[0]);
    expect(improved.table_of_contents[1]?.title).toMatch(/^On /);
  });

  test('that fails twice is asked no more', async () => {
    let asked = 0;
    const improved = await improveWith(() => {
      asked++;
      throw new LlmError('unreachable', 'gone');
    });
    expect(asked).toBe(2);
    expect(improved.generator.fallbacks).toHaveLength(chapters.length + 1);
  });

  test('that is stopped throws the reason', async () => {
    const stop = new AbortController();
    const improving = improveWith(
      () => {
        stop.abort(new Error('stopped'));
        throw new LlmError('failed', 'broken off');
      },
      { signal: stop.signal },
    );
    await expect(improving).rejects.toThrow('stopped');
  });
});

test('fuzzed answers: always complete, no id and no time invented', async () => {
  const reasons = Fallback.shape.reason.options;
  const ids = fc.array(
    fc.oneof(fc.integer({ min: -2, max: 40 }), fc.double(), fc.maxSafeInteger()),
    { maxLength: 4 },
  );
  const text = fc.oneof(
    fc.constantFrom(...segments.slice(0, 40).map((segment) => segment.text)),
    fc.constantFrom('Napoleon met Josephine in 1796.', 'Совсем другое.', '', '-->', '<script>'),
    anyText({ maxLength: 80 }),
    fc.lorem(),
  );
  const shaped = fc.record({
    title: text,
    summary: fc.array(text, { maxLength: 4 }),
    points: fc.array(fc.record({ text, lines: ids }), { maxLength: 5 }),
    sentences: fc.array(fc.record({ text, points: ids }), { maxLength: 5 }),
  });
  type Fuzz = { kind: 'good' | 'text' | 'cut' | 'fail'; text: string; at: number };
  const fuzz: fc.Arbitrary<Fuzz> = fc.record({
    kind: fc.constantFrom('good', 'text', 'text', 'text', 'cut', 'fail'),
    text: fc.oneof(
      shaped.map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    ),
    at: fc.nat({ max: 400 }),
  });
  const answerAs = ({ kind, text: answer, at }: Fuzz, request: LlmRequest): string => {
    if (kind === 'fail') throw new LlmError(reasons[at % reasons.length] ?? 'failed', 'fuzzed');
    if (kind === 'good') return good(request);
    return kind === 'cut' ? good(request).slice(0, at) : answer;
  };
  const spoken = new Set(said.match(/\p{Nd}+/gu));
  let answered = 0;
  const property = fc.asyncProperty(fc.array(fuzz, { minLength: 1, maxLength: 6 }), async (all) => {
    const improved = await improveWith((request) => {
      const next = all[answered++ % all.length];
      return next ? answerAs(next, request) : '';
    });
    expectAnchored(improved, segments);
    expect(improved.summary.sentences).not.toEqual([]);
    const numbers =
      writtenBy(improved)
        .join('\n')
        .match(/\p{Nd}+/gu) ?? [];
    expect(numbers.filter((number) => !spoken.has(number))).toEqual([]);
  });
  await fc.assert(property, { seed: 20_261, numRuns: dose(100, 400) });
  expect(answered).toBeGreaterThan(dose(250, 1000));
});

function writtenBy({ summary, table_of_contents: contents }: Structured): string[] {
  return [summary.text, ...contents.flatMap((chapter) => [chapter.title, chapter.summary])];
}
