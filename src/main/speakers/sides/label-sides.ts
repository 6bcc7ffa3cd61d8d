import type { Labeling } from '../labeling.ts';
import { profilesOf } from '../profiles.ts';
import { joinTurns } from '../turns/find-turns.ts';
import type { Turn, VoicePrints } from '../voice-prints.ts';

/** Each side is one person; where another number is expected, voices must be told apart. */
export function fitsSides(expected: number | null): boolean {
  return expected === null || expected === 2;
}

/** The labeling that separate channels give; `prints`, with windows cut from `sides`, only describe the voices. */
export function labelSides(sides: readonly Turn[], prints: VoicePrints): Labeling {
  const turns = joinTurns(sides);
  const count = new Set(turns.map(({ speaker }) => speaker)).size;
  let at = 0;
  const labels = Int32Array.from(prints.windows, ({ startMs }) => {
    while (at + 1 < sides.length && (sides[at]?.endMs ?? 0) <= startMs) at += 1;
    return sides[at]?.speaker ?? 0;
  });
  return {
    method: 'channels',
    turns,
    count,
    confidence: meanConfidence(turns),
    prints,
    profiles: profilesOf(prints, labels, count),
    sides,
  };
}

function meanConfidence(turns: readonly Turn[]): number {
  let [sum, total] = [0, 0];
  for (const { startMs, endMs, confidence } of turns) {
    sum += confidence * (endMs - startMs);
    total += endMs - startMs;
  }
  return sum / Math.max(1, total);
}
