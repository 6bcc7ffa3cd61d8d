/**
 * Workers that speak the whole protocol and compute nothing: a window takes the time that is set, and its text is as long
 * as that of speech. Run as a program, `node simulated-workers.ts --engine MS`, it is an engine of that kind.
 */
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { systemClock } from '../../src/main/core/clock.ts';
import { VERSION } from '../../src/main/core/config.ts';
import { createServiceLink } from '../../src/main/worker/service-requests.ts';
import { createTaskClient } from '../../src/main/worker/task-client.ts';
import {
  BEAT_EVERY_MS,
  type TaskAttempt,
  type TaskOutcome,
  WORKER_PROTOCOL,
} from '../../src/shared/worker-protocol.ts';
import { FAKE_MODEL, FAKE_TIMINGS } from '../helpers/engines/fake-engine.ts';

const BYTES_A_MS = 32;
/** About 140 words a minute, in sentences of ten. */
const WORD_MS = 430;
const WORDS_A_SEGMENT = 10;

const READY = {
  type: 'ready',
  model: FAKE_MODEL,
  languages: ['en'],
  simd: '',
  lanes: 1,
  threads: 1,
  version: 'simulated',
  device: null,
};

type Request = { type: string; id: string; bytes?: number };
type SimulatedLine = {
  type: string;
  start_ms: number;
  end_ms: number;
  text: string;
  tokens: { start_ms: number; end_ms: number; text: string; p: number }[];
};
/** How long a worker had it, and what it was sent and sent back. */
type Window = { ms: number; bytesIn: number; bytesOut: number };
/** `ms` is the mean, and may change while it runs. */
export type Pace = { ms: number; onWindow?: (window: Window) => void };

/** Words without meaning, no two windows alike. */
function textOf(id: string, durationMs: number): string {
  const words = Math.floor(durationMs / WORD_MS);
  const seed = [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
  const lines: string[] = [];
  for (let first = 0; first < words; first += WORDS_A_SEGMENT) {
    const tokens = Array.from({ length: Math.min(WORDS_A_SEGMENT, words - first) }, (_, index) => {
      const startMs = (first + index) * WORD_MS;
      const word = ((seed + (first + index) * 7919) % 46_656).toString(36);
      return { id: 1, text: ` ${word}`, start_ms: startMs, end_ms: startMs + 400, p: 0.9 };
    });
    const text = tokens.map((token) => token.text).join('');
    const times = { start_ms: tokens[0]?.start_ms, end_ms: tokens.at(-1)?.end_ms };
    const segment = { type: 'segment', id, ...times, text, no_speech_prob: 0.01, tokens };
    lines.push(JSON.stringify(segment));
  }
  const end = { language: 'en', no_speech_prob: 0.01, timings: FAKE_TIMINGS, language_probs: {} };
  lines.push(JSON.stringify({ type: 'done', id, ...end }));
  return `${lines.join('\n')}\n`;
}

/** Answers requests as an engine with one lane; resolves when nothing more is asked. */
async function playEngine(incoming: Readable, outgoing: Writable, pace: Pace): Promise<void> {
  outgoing.write(`${JSON.stringify(READY)}\n`);
  let header = '';
  let asked: Request | null = null;
  let left = 0;
  let busyUntil = 0;
  const answer = (request: Request, bytes: number) => {
    if (request.type !== 'transcribe') return;
    const now = performance.now();
    // No two machines are equally quick, so that they do not ask all at once.
    const ms = pace.ms * (0.5 + Math.random());
    busyUntil = Math.max(now, busyUntil) + ms;
    setTimeout(() => {
      const text = textOf(request.id, bytes / BYTES_A_MS);
      outgoing.write(text);
      pace.onWindow?.({ ms, bytesIn: bytes, bytesOut: text.length });
    }, busyUntil - now);
  };
  for await (const part of incoming) {
    let chunk = part as Buffer;
    while (chunk.length > 0) {
      if (asked !== null) {
        const taken = Math.min(left, chunk.length);
        left -= taken;
        chunk = chunk.subarray(taken);
      } else {
        const end = chunk.indexOf(10);
        header += chunk.toString('latin1', 0, end < 0 ? chunk.length : end);
        chunk = end < 0 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        if (end < 0) continue;
        asked = JSON.parse(header) as Request;
        header = '';
        left = asked.bytes ?? 0;
      }
      if (asked === null || left > 0) continue;
      answer(asked, asked.bytes ?? 0);
      asked = null;
    }
  }
}

/** The words of a window as a worker answers with them. */
function wordsOf(id: string, durationMs: number): TaskOutcome {
  const segments = textOf(id, durationMs)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SimulatedLine)
    .filter(({ type }) => type === 'segment')
    .map(({ start_ms, end_ms, text, tokens }) => ({
      start_ms,
      end_ms,
      text: text.trim(),
      language: 'en',
      confidence: 0.9,
      flags: [],
      words: tokens.map((token) => ({
        start_ms: token.start_ms,
        end_ms: token.end_ms,
        text: token.text.trim(),
        confidence: token.p,
      })),
    }));
  const whole = { language: 'en', no_speech_prob: 0.01, rescued: false };
  return { outcome: 'transcribed', ...whole, segments, suppressed: [] };
}

/** Claims, and answers each window, until the signal aborts. Resolves once its first sign of life is answered. */
export async function joinSimulated(
  service: { url: string; key: string },
  { name, pace, signal }: { name: string; pace: Pace; signal: AbortSignal },
): Promise<void> {
  const client = createTaskClient({ link: createServiceLink(service), clock: systemClock });
  const worker = { id: randomUUID(), name, version: VERSION, lanes: 1 };
  const hello = { protocol: WORKER_PROTOCOL, worker };
  let tasks: TaskAttempt[] = [];
  const work = async () => {
    for (;;) {
      const task = await client.claim(hello, { signal, draining: signal });
      if (task === null) continue;
      tasks = [{ task: task.task, attempt: task.attempt }];
      // No two machines are equally quick, so that they do not ask all at once.
      const ms = pace.ms * (0.5 + Math.random());
      await systemClock.sleep(ms, signal);
      const result = wordsOf(`${task.task}`, task.pcm_bytes / BYTES_A_MS);
      await client.answer(task, { ...hello, result }, signal);
      tasks = [];
      pace.onWindow?.({ ms, bytesIn: task.pcm_bytes, bytesOut: JSON.stringify(result).length });
    }
  };
  const none = { models: [], device: null, problem: null, drains: false, waits: true };
  const beat = () => client.beat({ ...hello, ...none, tasks }, signal);
  const keepBeating = async () => {
    for (;;) {
      const askedAt = systemClock.mono();
      await beat().catch(() => {});
      const restMs = BEAT_EVERY_MS - (systemClock.mono() - askedAt);
      await systemClock.sleep(Math.max(0, restMs), signal);
    }
  };
  await beat();
  work().catch(() => {});
  keepBeating().catch(() => {});
}

if (process.argv[1] === import.meta.filename) {
  await playEngine(process.stdin, process.stdout, { ms: Number(process.argv[3]) });
}
