/** The requests waiting for an answer from the engine, and the events that belong to them. */
import { AppError } from '../../core/errors.ts';
import { eventError } from './engine-process.ts';
import type { BenchEvent, DoneEvent, EngineEvent, SegmentEvent, VadEvent } from './protocol.ts';

/** Everything the engine sent in answer to one request. */
export type Answer = { last: DoneEvent | VadEvent | BenchEvent; segments: SegmentEvent[] };

export type PendingRequest = {
  id: string;
  answer: Promise<Answer>;
  /** Rejects the answer; later events for it are ignored. */
  abandon(reason: unknown): void;
};

/**
 * What an answer may have at most. Whisper writes 224 tokens in a window, Parakeet hardly more than one in 80 ms, and
 * nobody says a thousand characters in 30 s: ten times as much is no text.
 */
const MOST_EVENTS = 10_000;
const MOST_TOKENS = 5_000;
/** Of its segments and their tokens together. */
const MOST_CHARACTERS = 100_000;
/** Events of requests that are over; each was asked to stop. */
const MOST_STRAYS = 10_000;

type Waiting = {
  events: number;
  tokens: number;
  characters: number;
  segments: SegmentEvent[];
  progress: number;
  onProgress: (fraction: number) => void;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
};

const NOTHING_YET = { events: 0, tokens: 0, characters: 0, progress: 0 };
const TOO_MUCH = 'The transcription engine sent more than a window can hold.';

export function createPendingRequests() {
  const waiting = new Map<string, Waiting>();
  let issued = 0;
  /** Since an answer was last complete. */
  let strays = 0;

  const settle = (id: string, how: (request: Waiting) => void) => {
    const request = waiting.get(id);
    waiting.delete(id);
    strays = 0;
    if (request) how(request);
  };

  /** Whether an answer is still one that an engine may give. */
  const fits = (request: Waiting, event: EngineEvent): boolean => {
    request.events++;
    if (event.type === 'segment') {
      request.tokens += event.tokens.length;
      request.characters += event.tokens.reduce((sum, { text }) => sum + text.length, 0);
      request.characters += event.text.length;
    }
    const { events, tokens, characters } = request;
    return events <= MOST_EVENTS && tokens <= MOST_TOKENS && characters <= MOST_CHARACTERS;
  };

  return {
    count: () => waiting.size,

    add(onProgress: (fraction: number) => void): PendingRequest {
      const id = String(++issued);
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.set(id, { ...NOTHING_YET, segments: [], onProgress, resolve, reject });
      const abandon = (reason: unknown) => settle(id, (request) => request.reject(reason));
      return { id, answer: promise, abandon };
    },

    /** Handles an event with an id. @throws engine_protocol for one that no engine sends here */
    handle(event: Exclude<EngineEvent, { type: 'ready' }>): void {
      const id = event.id ?? '';
      const request = waiting.get(id);
      if (!request) {
        const isOver = /^\d+$/.test(id) && Number(id) <= issued;
        if (isOver && ++strays <= MOST_STRAYS) return;
        throw new AppError('engine_protocol');
      }
      if (!fits(request, event)) throw new AppError('engine_protocol', { message: TOO_MUCH });
      if (event.type === 'progress' && event.progress > request.progress) {
        request.progress = event.progress;
        request.onProgress(event.progress);
      }
      if (event.type === 'segment') request.segments.push(event);
      if (event.type === 'error') settle(id, ({ reject }) => reject(eventError(event)));
      if (event.type === 'done' || event.type === 'vad' || event.type === 'bench') {
        settle(id, ({ resolve, segments }) => resolve({ last: event, segments }));
      }
    },

    rejectAll(reason: unknown): void {
      for (const id of [...waiting.keys()]) settle(id, (request) => request.reject(reason));
    },
  };
}
