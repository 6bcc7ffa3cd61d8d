/** Signs of life that wait for their answer: a worker hears at once what it has lost, and nothing is asked meanwhile. */
import { beforeEach, expect, test } from 'vitest';
import { createEventBus, type EventBus } from '../../../../src/main/core/events.ts';
import { createWaitingBeats } from '../../../../src/main/services/workers/waiting-beats.ts';
import { BEAT_EVERY_MS } from '../../../../src/shared/worker-protocol.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/harness/fake-clock.ts';

const never = new AbortController().signal;
let clock: FakeClock;
let events: EventBus;
let closing: AbortController;
let lost: string[];
let looked: number;
let beats: ReturnType<typeof createWaitingBeats>;

beforeEach(() => {
  [clock, events, closing] = [createFakeClock(), createEventBus(), new AbortController()];
  [lost, looked] = [[], 0];
  beats = createWaitingBeats({ clock, events, closing: closing.signal, onStop: () => {} });
});

const look = async () => {
  looked++;
  return lost;
};
const takeBack = (id: string) => {
  lost = [...lost, id];
  events.emit({ type: 'transcription_deleted', id });
};

test('what is lost already is answered at once', async () => {
  lost = ['a'];
  expect(await beats.lost(look, never)).toEqual({ lost: ['a'], again: false });
});

test('what is taken back while it waits is asked for again then, all that goes together in one', async () => {
  const answer = beats.lost(look, never);
  await clock.sleeping(1_000);
  takeBack('a');
  await clock.sleeping(1);
  takeBack('b');
  await clock.advance(200);
  expect(await answer).toEqual({ lost: [], again: true });
  expect(await beats.lost(look, never)).toEqual({ lost: ['a', 'b'], again: false });
});

test('what is taken back while it looks is not missed', async () => {
  const slow = async () => {
    const found = await look();
    takeBack('a');
    return found;
  };
  const answer = beats.lost(slow, never);
  await clock.sleeping(1);
  await clock.advance(200);
  expect(await answer).toEqual({ lost: [], again: true });
});

test('nothing is lost when the next one is due, and nobody has looked again', async () => {
  const answer = beats.lost(look, never);
  await clock.sleeping(1_000);
  events.emit({ type: 'models' });
  await clock.advance(BEAT_EVERY_MS);
  expect(await answer).toEqual({ lost: [], again: false });
  expect(looked).toBe(1);
});

test('it waits no more when the worker has gone, or the service stops', async () => {
  const gone = new AbortController();
  const answer = beats.lost(look, gone.signal);
  const other = beats.lost(look, never);
  await clock.sleeping(1_000);
  gone.abort();
  expect(await answer).toEqual({ lost: [], again: false });
  closing.abort();
  expect(await other).toEqual({ lost: [], again: false });
  expect(looked).toBe(2);
});
