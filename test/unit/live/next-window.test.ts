import { describe, expect, it } from 'vitest';
import { nextWindow } from '../../../src/main/live/next-window.ts';

const region = (startMs: number, endMs: number) => ({ startMs, endMs });

describe('which part of the sound is transcribed next', () => {
  it('passes over silence, but not over what may be the beginning of a word', () => {
    expect(nextWindow([], { fromMs: 1000, toMs: 5000 })).toEqual({
      kind: 'silence',
      untilMs: 4700,
    });
    expect(nextWindow([], { fromMs: 1000, toMs: 1100 })).toEqual({
      kind: 'silence',
      untilMs: 1000,
    });
  });

  it('lets a window grow while somebody speaks, and makes it firm at a pause', () => {
    const said = [region(2000, 4000), region(4400, 6000)];
    expect(nextWindow(said, { fromMs: 0, toMs: 6500 })).toEqual({
      kind: 'growing',
      span: region(1700, 6500),
    });
    expect(nextWindow(said, { fromMs: 0, toMs: 6600 })).toEqual({
      kind: 'firm',
      span: region(1700, 6300),
    });
  });

  it('cuts a long window at a pause that is too short otherwise', () => {
    const said = [region(2000, 4000), region(4400, 8000)];
    expect(nextWindow(said, { fromMs: 0, toMs: 8200 })).toEqual({
      kind: 'firm',
      span: region(1700, 4200),
    });
  });

  it('cuts a full window at its longest pause, else within speech', () => {
    const said = [region(0, 9000), region(9800, 20_000), region(20_300, 28_000)];
    expect(nextWindow(said, { fromMs: 0, toMs: 28_000 })).toEqual({
      kind: 'firm',
      span: region(0, 9400),
    });
    // A pause at the very end would leave a window too short to be transcribed well.
    const late = [region(0, 27_000), region(27_500, 28_000)];
    for (const regions of [late, [region(0, 28_000)]]) {
      expect(nextWindow(regions, { fromMs: 0, toMs: 28_000 })).toEqual({
        kind: 'full',
        span: region(0, 28_000),
      });
    }
  });
});
