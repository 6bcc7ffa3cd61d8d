import type { TimeSpan } from '../../../shared/time.ts';
import type { Samples } from '../samples.ts';
import { joinSpans } from '../turns/join-spans.ts';

const FRAME_MS = 20;
const SAMPLES_PER_MS = 16;
/** So far below the loud parts (P90) of the same speech nobody speaks; steady noise seldom leaves it so quiet. */
const QUIET_DB = 25;
/** A pause up to this is one inside a word. */
const PAUSE_MS = 280;
/** Kept of the pause on each side. */
const EDGE_MS = 100;

/**
 * The parts of a stretch of speech between its pauses. Without a model a window that holds the end of one voice and the
 * beginning of another looks like a third, so windows must not reach across a pause in which people take turns.
 */
export function cutAtPauses(samples: Samples, region: TimeSpan): TimeSpan[] {
  const levels = frameLevels(samples.read(region));
  const loud = levels.toSorted()[Math.floor(levels.length * 0.9)] ?? 0;
  const spoken = [...levels].flatMap((level, frame): TimeSpan[] => {
    const startMs = region.startMs + frame * FRAME_MS;
    return level < loud - QUIET_DB ? [] : [{ startMs, endMs: startMs + FRAME_MS }];
  });
  return joinSpans(spoken, PAUSE_MS).map((part) => ({
    startMs: Math.max(region.startMs, part.startMs - EDGE_MS),
    endMs: Math.min(region.endMs, part.endMs + EDGE_MS),
  }));
}

/** The power of each frame in dB. */
function frameLevels(samples: Float32Array): Float32Array {
  const size = FRAME_MS * SAMPLES_PER_MS;
  return Float32Array.from({ length: Math.floor(samples.length / size) }, (_, frame) => {
    const power = samples
      .subarray(frame * size, (frame + 1) * size)
      .reduce((sum, sample) => sum + sample * sample, 0);
    return 10 * Math.log10(power / size + 1e-12);
  });
}
