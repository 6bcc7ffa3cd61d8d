import { describe, expect, test } from 'vitest';
import { describePlace, describeQueue } from '../../../src/renderer/src/text/queue.ts';
import type { Queue } from '../../../src/shared/queue.ts';

const queue = (given: Partial<Queue>): Queue => ({
  paused: false,
  running: 0,
  waiting: 0,
  working: 1,
  left_seconds: null,
  places: [],
  ...given,
});

describe('the queue in words', () => {
  test('tells how much there is, and how long it takes', () => {
    const known = queue({ running: 2, waiting: 5, left_seconds: 720 });
    expect(describeQueue(known)).toBe('2 in progress, 5 waiting · 12 min left in total');
    expect(describeQueue(queue({ running: 1, waiting: 1 }))).toBe('1 in progress, 1 waiting');
  });

  test('tells why nothing starts', () => {
    expect(describeQueue(queue({ paused: true, waiting: 2, running: 1 }))).toBe(
      'The queue is paused, 2 waiting. What is in progress will still finish.',
    );
    expect(describeQueue(queue({ working: 0, waiting: 3 }))).toBe(
      '3 waiting. No service that transcribes is running: start one on the same database, without --no-work.',
    );
  });

  test('tells each recording its place', () => {
    expect(describePlace(1, queue({ running: 2, waiting: 3 }))).toBe('Next · waiting for 2 others');
    expect(describePlace(3, queue({ running: 2, waiting: 7 }))).toBe('Waiting · 3rd of 7');
    expect(describePlace(1, queue({ working: 0, waiting: 1 }))).toBe(
      'Waiting for a service that transcribes',
    );
  });
});
