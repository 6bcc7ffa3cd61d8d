/** The three questions a worker asks its service: for a window, whether it may keep it, and to take the words. */

import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../shared/parse-json.ts';
import {
  BEAT_EVERY_MS,
  type Beat,
  BeatAnswer,
  CLAIM_WAIT_MS,
  type Claim,
  MOST_HEADER_BYTES,
  type TaskAnswer,
  type TaskAttempt,
  TaskHeader,
  WORKER_PROTOCOL,
} from '../../shared/worker-protocol.ts';
import type { Clock } from '../core/clock.ts';
import { within } from '../core/deadline.ts';
import { exactly, readAtMost } from '../core/limited-bytes.ts';
import type { ServiceLink } from './service-requests.ts';

/** For a window of samples over a slow line, beside what the service may wait. */
const ANSWER_MS = 60_000;
const LONGEST_ANSWER_BYTES = 256 * 1024;
const LINE_END = 10;

export type Task = TaskHeader & { pcm: Buffer };

export type TaskClient = ReturnType<typeof createTaskClient>;

export function createTaskClient({
  link,
  clock,
}: {
  link: Pick<ServiceLink, 'post'>;
  clock: Clock;
}) {
  /** A service that never ends its answer keeps nobody waiting for ever. */
  const limit = (ms: number, signal: AbortSignal) => {
    const late = new Error(`The service did not end its answer within ${ms / 1000} s.`);
    return { clock, ms, late, signal };
  };

  return {
    /** A window to transcribe, or null. Ends at `draining` unless the answer has begun to arrive. */
    claim: (claim: Claim, { signal, draining }: { signal: AbortSignal; draining: AbortSignal }) =>
      within(limit(CLAIM_WAIT_MS + ANSWER_MS, signal), async (over): Promise<Task | null> => {
        const sending = { signal: over, unlessAnswered: draining };
        const response = await link.post('/v1/tasks/claim', claim, sending);
        if (response.statusCode !== 204) return readTask(response);
        // Unread, even an empty answer would keep its connection from the next claim.
        await readAtMost(response, LONGEST_ANSWER_BYTES);
        return null;
      }),

    answer: ({ task, attempt }: TaskAttempt, answer: TaskAnswer, signal: AbortSignal) =>
      within(limit(ANSWER_MS, signal), async (over) => {
        const response = await link.post(`/v1/tasks/${task}/${attempt}`, answer, { signal: over });
        await readAtMost(response, LONGEST_ANSWER_BYTES);
      }),

    /** Which of these windows are not this worker's any more. */
    beat: (beat: Beat, signal: AbortSignal) =>
      within(limit(2 * BEAT_EVERY_MS, signal), async (over): Promise<BeatAnswer> => {
        const response = await link.post('/v1/tasks/beat', beat, { signal: over });
        const body = await readAtMost(response, LONGEST_ANSWER_BYTES);
        const answer = BeatAnswer.safeParse(parseJson(String(body)));
        if (!answer.success) throw notUnderstood('its answer to a sign of life is none');
        return answer.data;
      }),
  };
}

/** The line of JSON, and then exactly the samples it announces. Anything more or else ends the transfer. */
async function readTask(response: IncomingMessage): Promise<Task> {
  const incoming = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    const { line, rest } = await readLine(incoming);
    const header = readHeader(line);
    const samples = async function* () {
      yield rest;
      for (let next = await incoming.next(); !next.done; next = await incoming.next()) {
        yield next.value;
      }
    };
    const refuse = (came: string) => notUnderstood(`it sends ${came} bytes than it announced`);
    const pcm: Buffer[] = [];
    for await (const part of exactly(samples(), header.pcm_bytes, refuse)) pcm.push(part);
    return { ...header, pcm: Buffer.concat(pcm, header.pcm_bytes) };
  } finally {
    response.destroy();
  }
}

async function readLine(incoming: AsyncIterator<Buffer>): Promise<{ line: string; rest: Buffer }> {
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const end = head.indexOf(LINE_END);
    if (head.length > MOST_HEADER_BYTES && (end < 0 || end > MOST_HEADER_BYTES)) {
      throw notUnderstood('the line before the samples is too long');
    }
    if (end >= 0) return { line: head.toString('utf8', 0, end), rest: head.subarray(end + 1) };
    const next = await incoming.next();
    if (next.done) throw notUnderstood('there is no line before the samples');
    head = Buffer.concat([head, next.value]);
  }
}

function readHeader(line: string): TaskHeader {
  const header = TaskHeader.safeParse(parseJson(line));
  if (!header.success) throw notUnderstood('the line before the samples describes no window');
  if (header.data.protocol !== WORKER_PROTOCOL) {
    throw notUnderstood(`it speaks protocol ${header.data.protocol}, and this ${WORKER_PROTOCOL}`);
  }
  return header.data;
}

function notUnderstood(why: string): Error {
  return new Error(`This worker does not understand what is at this address: ${why}.`);
}
