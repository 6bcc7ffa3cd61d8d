import { describe, expect, test } from 'vitest';
import { cutVoiceWindows } from '../../../src/main/speakers/voice-embeddings.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 1250;
const startsOf = (regions: Parameters<typeof cutVoiceWindows>[0]) =>
  cutVoiceWindows(regions, WINDOW_MS).map(({ startMs }) => startMs);

describe('the windows in which voices are listened to', () => {
  test('half overlap and cover a region to its end', () => {
    expect(startsOf([{ startMs: 1000, endMs: 5000 }])).toEqual([
      1000, 1550, 2100, 2650, 3200, 3750,
    ]);
  });

  test('overlap less where there are more than three hours of speech', () => {
    const [first, second] = cutVoiceWindows([{ startMs: 0, endMs: 4 * HOUR_MS }], WINDOW_MS);
    expect(second?.startMs).toBeGreaterThan(WINDOW_MS / 2);
    expect(second?.startMs).toBeLessThan(first?.endMs ?? 0);
  });

  test('only touch in ten hours, so that no moment is left out', () => {
    const windows = cutVoiceWindows([{ startMs: 0, endMs: 10 * HOUR_MS }], WINDOW_MS);
    expect(windows).toHaveLength((10 * HOUR_MS) / WINDOW_MS);
    expect(windows.every(({ startMs }, index) => startMs === index * WINDOW_MS)).toBe(true);
  });

  test('are as short as speech that is shorter, and leave out what says nothing', () => {
    const short = { startMs: 0, endMs: 900 };
    expect(cutVoiceWindows([short, { startMs: 2000, endMs: 2399 }], WINDOW_MS)).toEqual([short]);
  });
});
