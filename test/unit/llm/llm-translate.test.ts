import { describe, expect, test } from 'vitest';
import {
  LlmError,
  type LlmRequest,
  type LlmServer,
} from '../../../src/main/llm/ask-language-model.ts';
import { translateCues } from '../../../src/main/llm/translate/translate-cues.ts';
import { backwards, cuesOf, goodTranslation } from '../../helpers/servers/llm-answers.ts';

type Written = { index: number; text: string; tooLong: boolean };
type Complete = (request: LlmRequest) => string | Promise<string>;

const LINES = Array.from({ length: 30 }, (_, at) => `This is what was said at place ${at}.`);
const good: Complete = (request) => JSON.stringify(goodTranslation(request));

async function translate(
  complete: Complete,
  {
    texts = LINES,
    known = new Map<number, string>(),
    durationMs = 4000,
    to = 'de',
    signal = new AbortController().signal,
  } = {},
) {
  const questions: LlmRequest[] = [];
  const written: Written[] = [];
  const server: LlmServer = {
    complete: async (request) => {
      questions.push(request);
      return complete(request);
    },
    contextTokens: async () => 8192,
    models: async () => [],
  };
  const outcome = await translateCues(server, {
    cues: texts.map((text, at) => ({ durationMs, text, translation: known.get(at) ?? null })),
    from: 'en',
    to,
    signal,
    store: async (cues) => void written.push(...cues),
  }).then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
  return { outcome, questions, written, texts: written.map(({ text }) => text) };
}

describe('a faithful model', () => {
  test('translates every cue, a few at a time, with those around them', async () => {
    const { outcome, questions, written, texts } = await translate(good);
    expect(outcome).toBe('done');
    expect(texts).toEqual(LINES.map(backwards));
    expect(written.map(({ index }) => index)).toEqual(LINES.map((_, at) => at));
    expect(questions.length).toBeGreaterThan(1);
    for (const question of questions) expect(cuesOf(question).length).toBeLessThanOrEqual(12);
    const second = questions[1]?.user ?? '';
    const first = cuesOf(second ? { system: '', user: second } : { system: '', user: '' })[0];
    expect(second).toContain(`before: ${LINES[LINES.indexOf(first?.text ?? '') - 1]} = `);
    expect(questions[0]?.user).toContain('after: ');
  });

  test('is not asked for what is translated already, nor for what has no letters', async () => {
    const known = new Map([...LINES.entries()].filter(([at]) => at % 2 === 0));
    const texts = LINES.map((line, at) => (at === 3 ? '♪ … 7' : line));
    const { questions, written } = await translate(good, { known, texts });
    const asked = questions.flatMap((question) => cuesOf(question).map(({ text }) => text));
    expect(asked).toEqual(texts.filter((_, at) => at % 2 === 1 && at !== 3));
    expect(written.find(({ index }) => index === 3)).toMatchObject({ text: '♪ … 7' });
    expect(written.length).toBe(15);
  });
});

describe('an answer that cannot be used', () => {
  const wrong: Record<string, (lines: { number: number; text: string }[]) => unknown> = {
    'lacks a line': (lines) => ({ lines: lines.slice(1) }),
    'has one more': (lines) => ({ lines: [...lines, { number: 99, text: 'more' }] }),
    'has another order': (lines) => ({ lines: lines.toReversed() }),
    'has other numbers': (lines) => ({ lines: lines.map((line) => ({ ...line, number: 1 })) }),
    'has an empty line': (lines) => ({ lines: lines.map((line) => ({ ...line, text: ' ' })) }),
    'is endless': (lines) => ({
      lines: lines.map((line) => ({ ...line, text: 'x'.repeat(5000) })),
    }),
    'has other fields': (lines) => ({ cues: lines }),
  };
  test.each(Object.entries(wrong))('because it %s is asked for once more', async (_, spoil) => {
    let spoilt = 0;
    const { outcome, questions, texts } = await translate((request) => {
      const { lines } = goodTranslation(request);
      return JSON.stringify(spoilt++ === 0 ? spoil(lines) : { lines });
    });
    expect([outcome, texts]).toEqual(['done', LINES.map(backwards)]);
    expect(questions[1]?.user).toBe(questions[0]?.user);
    expect(questions[1]?.system).toContain('could not be used');
  });

  test('twice is asked for in halves', async () => {
    const { outcome, texts, questions } = await translate((request) => {
      const { lines } = goodTranslation(request);
      return JSON.stringify({ lines: lines.length > 4 ? lines.slice(1) : lines });
    });
    expect([outcome, texts]).toEqual(['done', LINES.map(backwards)]);
    const counts = Map.groupBy(questions, ({ user }) => user);
    for (const same of counts.values()) expect(same.length).toBeLessThanOrEqual(2);
  });

  test('at all ends it, and what was translated before is kept', async () => {
    const poison = LINES[20] ?? '';
    const { outcome, written, questions } = await translate((request) =>
      request.user.includes(`) ${poison}`) ? 'I cannot do that.' : good(request),
    );
    expect(outcome).toBe('translation_unusable');
    expect(written.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(questions.length).toBeLessThan(20);
  });

  test('with prose, a fence or reasoning around it is read all the same', async () => {
    const { outcome, texts } = await translate(
      (request) =>
        `<think>{"lines": []}</think>Here you are:\n\`\`\`json\n${good(request)}\n\`\`\``,
    );
    expect([outcome, texts]).toEqual(['done', LINES.map(backwards)]);
  });

  test('is the original again, or in another script', async () => {
    const echo = await translate((request) =>
      JSON.stringify({ lines: cuesOf(request).map(({ number, text }) => ({ number, text })) }),
    );
    expect(echo.outcome).toBe('translation_unusable');
    const latin = await translate(good, { to: 'ru' });
    expect(latin.outcome).toBe('translation_unusable');
  });
});

describe('a text too long for its time', () => {
  const long = 'Word '.repeat(18).trim();
  const answer =
    (shorter: string): Complete =>
    (request) =>
      JSON.stringify({
        lines: cuesOf(request).map(({ number }) => ({
          number,
          text: request.system.startsWith('You shorten') ? shorter : long,
        })),
      });

  test('is shortened once', async () => {
    const { questions, written } = await translate(answer('Short.'), { texts: LINES.slice(0, 3) });
    expect(written.map(({ text, tooLong }) => [text, tooLong])).toEqual(
      Array.from({ length: 3 }, () => ['Short.', false]),
    );
    expect(questions.length).toBe(2);
    expect(questions[1]?.user).toContain(`[1] (84) ${long}`);
  });

  test('is kept and marked where it does not get shorter', async () => {
    const { questions, written } = await translate(answer(long), { texts: LINES.slice(0, 3) });
    expect(written.every(({ text, tooLong }) => text === long && tooLong)).toBe(true);
    expect(questions.length).toBe(2);
  });

  test('is kept and marked where the answer cannot be used', async () => {
    const { outcome, written } = await translate(
      (request) => (request.system.startsWith('You shorten') ? 'no' : answer(long)(request)),
      { texts: LINES.slice(0, 1) },
    );
    expect([outcome, written[0]?.tooLong]).toEqual(['done', true]);
  });
});

describe('a server', () => {
  const failing = (reason: LlmError['reason'], times: number): Complete => {
    let left = times;
    return (request) => {
      if (left-- > 0) throw new LlmError(reason, reason);
      return good(request);
    };
  };

  test('that drops a connection once is asked again', async () => {
    expect((await translate(failing('unreachable', 1))).outcome).toBe('done');
    expect((await translate(failing('timeout', 1))).outcome).toBe('done');
  });

  test.each([
    ['unreachable', 'llm_unreachable', 2],
    ['timeout', 'llm_unreachable', 2],
    ['failed', 'llm_failed', 2],
    ['refused', 'llm_refused', 1],
  ] as const)('that is %s ends it: %s', async (reason, code, asked) => {
    const { outcome, questions } = await translate(failing(reason, 99));
    expect([outcome, questions.length]).toEqual([code, asked]);
  });

  test('is asked no more once it is stopped', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const { outcome, questions } = await translate(
      (request) => {
        stop.abort(reason);
        return good(request);
      },
      { signal: stop.signal },
    );
    expect(outcome).toBe(reason);
    expect(questions.length).toBe(1);
  });
});
