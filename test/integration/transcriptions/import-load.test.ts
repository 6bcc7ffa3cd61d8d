/** Whatever a transcript holds, nobody but who gave it waits until it is read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTasks, type TranscriptRequest } from '../../../src/main/child-tasks/child-tasks.ts';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import { reuseProcess } from '../../../src/main/child-tasks/reuse-process.ts';
import { systemClock } from '../../../src/main/core/clock.ts';
import { AppError } from '../../../src/main/core/errors.ts';
import type { Child } from '../../../src/main/processes/child-process.ts';
import type { TakenTranscript } from '../../../src/main/structure/take-given-transcript.ts';
import { MAX_TRANSCRIPT_BYTES } from '../../../src/shared/imports/given-transcript.ts';
import { HOSTILE_SHAPES } from '../../helpers/corpus/hostile-transcripts.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { dose, doseOf } from '../../helpers/harness/dose.ts';
import { until } from '../../helpers/harness/until.ts';

/** Only ends what would take hours. */
const WATCHDOG_MS = 240_000;

describe('while one is read', () => {
  type Reader = Child<TranscriptRequest, TakenTranscript | null>;
  /** Readers that have been asked and have not answered; each answers that the transcript is good. */
  const asked: (() => void)[] = [];
  let app: TestApp;

  const reader = (): Reader => {
    let tell: Parameters<Reader['onMessage']>[0] = () => {};
    let end: (reason: string) => void = () => {};
    return {
      post: () => void asked.push(() => tell({ type: 'done', result: null, reusable: true })),
      onMessage: (listener) => {
        tell = listener;
      },
      onEnd: (listener) => {
        end = listener;
      },
      kill: () => end('SIGKILL'),
    };
  };

  beforeAll(async () => {
    app = await startTestApp({ work: false }, { tasks: { transcript: reader } });
  });
  afterAll(() => app.stop());

  test('others are answered, and the next one waits for its turn', async () => {
    const { client } = app;
    const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    const create = async () => {
      const transcript = (await client.uploadFile(new Blob(['any']), 'a.srt')).url;
      return client.createTranscription({ url, transcript, reuse: false });
    };
    const created = [create(), create()];
    await until(() => asked.length > 0);
    expect((await fetch(new URL('/health/live', app.url))).status).toBe(200);
    expect((await client.listTranscriptions({})).data).toEqual([]);
    expect(asked).toHaveLength(1);
    asked[0]?.();
    await until(() => asked.length > 1);
    asked[1]?.();
    expect(await Promise.all(created)).toMatchObject([{ status: 'queued' }, { status: 'queued' }]);
  });
});

describe('a process of its own ends with each hostile one', () => {
  const closing = new AbortController();
  const tasks = createTasks(startNodeTask, (start) =>
    reuseProcess(start, { clock: systemClock, closing: closing.signal }),
  );
  afterAll(() => closing.abort());

  // What is quadratic takes hours for so much text, and what is linear a second.
  const size = dose(8, 31) * 1024 ** 2;
  test.each(doseOf(HOSTILE_SHAPES, 5))('$name', { timeout: WATCHDOG_MS * 2 }, async ({ make }) => {
    const bytes = new TextEncoder().encode(make(size)).subarray(0, MAX_TRANSCRIPT_BYTES);
    const ended = await tasks
      .checkTranscript(async () => bytes, AbortSignal.timeout(WATCHDOG_MS))
      .then(
        () => 'taken',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
    expect(ended).toMatch(/^(?:taken|transcript_\w+)$/);
  });
});
