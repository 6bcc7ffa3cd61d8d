/** The requests waiting for an answer from the engine, and the events that belong to them. */
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

type Waiting = {
  segments: SegmentEvent[];
  progress: number;
  onProgress: (fraction: number) => void;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
};

export function createPendingRequests() {
  const waiting = new Map<string, Waiting>();
  let issued = 0;

  const settle = (id: string, how: (request: Waiting) => void) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (request) how(request);
  };

  return {
    count: () => waiting.size,

    add(onProgress: (fraction: number) => void): PendingRequest {
      const id = String(++issued);
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.set(id, { segments: [], progress: 0, onProgress, resolve, reject });
      const abandon = (reason: unknown) => settle(id, (request) => request.reject(reason));
      return { id, answer: promise, abandon };
    },

    /** Handles an event with an id. Returns false when no request ever had that id. */
    handle(event: Exclude<EngineEvent, { type: 'ready' }>): boolean {
      const id = event.id ?? '';
      const request = waiting.get(id);
      if (!request) return /^\d+$/.test(id) && Number(id) <= issued;
      if (event.type === 'progress' && event.progress > request.progress) {
        request.progress = event.progress;
        request.onProgress(event.progress);
      }
      if (event.type === 'segment') request.segments.push(event);
      if (event.type === 'error') settle(id, ({ reject }) => reject(eventError(event)));
      if (event.type === 'done' || event.type === 'vad' || event.type === 'bench') {
        settle(id, ({ resolve, segments }) => resolve({ last: event, segments }));
      }
      return true;
    },

    rejectAll(reason: unknown): void {
      for (const id of [...waiting.keys()]) settle(id, (request) => request.reject(reason));
    },
  };
}
