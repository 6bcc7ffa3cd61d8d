/** An answer of an engine is no larger than a window of sound can be. */
import { expect, test } from 'vitest';
import { createPendingRequests } from '../../../src/main/engine/process/pending-requests.ts';
import type { SegmentEvent } from '../../../src/main/engine/process/protocol.ts';

const tooMuch = 'The transcription engine sent more than a window can hold.';
const segment = (id: string, tokens: number, length: number): SegmentEvent => ({
  ...{ type: 'segment', id, start_ms: 0, end_ms: 0, text: 'x'.repeat(length), no_speech_prob: 0 },
  tokens: Array.from({ length: tokens }, (_, at) => ({
    ...{ id: at, text: '', start_ms: 0, end_ms: 0, p: 1 },
  })),
});
const progress = (id: string) => ({ type: 'progress' as const, id, progress: 0.5 });

/** How many of such events an answer may have. */
function taken(event: (id: string) => SegmentEvent | ReturnType<typeof progress>): number {
  const pending = createPendingRequests();
  const { id } = pending.add(() => {});
  for (let count = 0; ; count++) {
    try {
      pending.handle(event(id));
    } catch (error) {
      expect(error).toMatchObject({ code: 'engine_protocol', message: tooMuch });
      return count;
    }
  }
}

test.each([
  ['segments without words', () => taken((id) => segment(id, 0, 0)), 10_000],
  ['reports of progress', () => taken(progress), 10_000],
  ['words', () => taken((id) => segment(id, 100, 0)), 50],
  ['characters', () => taken((id) => segment(id, 0, 1_000)), 100],
])('it has so many %s and no more', (_, count, most) => {
  expect(count()).toBe(most);
});

test('what comes for a request that is over is left alone, unless it never stops', () => {
  const pending = createPendingRequests();
  const { id, abandon, answer } = pending.add(() => {});
  answer.catch(() => {});
  abandon(new Error('canceled'));
  const stray = () => pending.handle(segment(id, 1, 1));
  for (let count = 0; count < 10_000; count++) stray();
  expect(stray).toThrow('something unexpected');
  expect(() => pending.handle(progress('99'))).toThrow('something unexpected');
});
