/** The figures per machine: workers choose their names, and must not fill the memory of who reads the figures. */
import { expect, test } from 'vitest';
import { createTally, MOST_NAMES } from '../../../src/main/core/metric-counters.ts';

const WINDOW = { startMs: 0, endMs: 2_000 };

test('machines beyond the most that are counted by name are counted together', () => {
  const tally = createTally();
  const count = (machine: string) =>
    tally.transcribed({ model: 'demo', device: 'worker', machine }, WINDOW);
  for (let at = 0; at < MOST_NAMES + 50; at++) count(`machine ${at}`);
  count('');
  count('machine 0');
  const counts = tally.counts('steno_windows_transcribed_total');
  const of = (name: string) => counts.find(({ labels }) => labels['machine'] === name)?.value;
  expect(counts).toHaveLength(MOST_NAMES + 2);
  expect([of('machine 0'), of(''), of('other')]).toEqual([2, 1, 50]);
  expect(tally.counts('steno_audio_transcribed_seconds_total')).toHaveLength(MOST_NAMES + 2);
});
