import { describe, expect, test } from 'vitest';
import { createWorkload, sharedTime } from '../../../src/main/queue/workload.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';

describe('the time left of jobs that share a machine', () => {
  test.each([
    ['alone', 60, [], 0, 60],
    ['beside one as long', 60, [60], 0, 120],
    ['beside a short one, which soon leaves', 60, [10], 0, 70],
    ['beside a long one, which it leaves behind', 10, [600], 0, 20],
    ['where the place of a short one is taken by one that waits', 60, [10], 1, 80],
    ['where those that wait keep the places taken to the end', 60, [20], 10, 120],
    ['beside one of which nothing is known', 60, [null], 0, 120],
  ] as const)('%s', (_how, own, others, waiting, time) => {
    expect(sharedTime(own, others, waiting)).toBe(time);
  });

  test('how fast the machine hears is measured over everybody who is heard', async () => {
    const clock = createFakeClock();
    const workload = createWorkload(clock);
    const ends = [workload.listen(), workload.listen()];
    expect(workload.pace()).toBeNull();
    for (let window = 0; window < 4; window++) {
      await clock.advance(1000);
      workload.heard(10_000);
    }
    expect(workload.pace()).toBeCloseTo(0.1);
    for (const end of ends) end();
    // A pause between two runs says nothing about the machine.
    await clock.advance(1_000_000);
    const end = workload.listen();
    await clock.advance(2000);
    workload.heard(10_000);
    expect(workload.pace()).toBeCloseTo(0.2);
    end();
  });

  test('all that is under way takes the sum of it', () => {
    const workload = createWorkload(createFakeClock());
    workload.set('a', 1000);
    workload.set('b', 500);
    expect(workload.total()).toBe(1500);
    expect(workload.timeLeft('b', 0)).toBe(1000);
    workload.set('c', null);
    expect(workload.total()).toBeNull();
    expect(workload.timeLeft('c', 0)).toBeNull();
  });
});
