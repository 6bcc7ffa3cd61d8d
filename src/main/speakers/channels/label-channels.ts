import type { TimeSpan } from '../../../shared/time.ts';
import type { ChannelLevels, QuietLine } from '../../channels.ts';
import type { Labeling } from '../labeling.ts';
import { joinSpans, joinTurns } from '../turns/find-turns.ts';
import { speakerCentroids, type Turn, type VoiceEmbeddings } from '../voice-embeddings.ts';
import {
  areTwoPeople,
  findOneSided,
  floorsOf,
  meanPower,
  sidePowers,
  stepsIn,
  wholeOf,
} from './channel-steps.ts';

/** Each channel holds one person; if another number is expected, voices must be distinguished. */
export function fitsChannels(expected: number | null): boolean {
  return expected === null || expected === 2;
}

/** The labeling from separate channels; the windows of `embeddings` are cut from `channelTurns`. */
export function labelChannels(
  channelTurns: readonly Turn[],
  embeddings: VoiceEmbeddings,
): Labeling {
  const turns = joinTurns(channelTurns);
  const count = new Set(turns.map(({ speaker }) => speaker)).size;
  let at = 0;
  const labels = Int32Array.from(embeddings.windows, ({ startMs }) => {
    while (at + 1 < channelTurns.length && (channelTurns[at]?.endMs ?? 0) <= startMs) at += 1;
    return channelTurns[at]?.speaker ?? 0;
  });
  return {
    method: 'channels',
    turns,
    count,
    confidence: meanConfidence(turns),
    embeddings,
    centroids: speakerCentroids(embeddings, labels, count),
    channelTurns,
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

/** A line 10 dB quieter is as intelligible as the other; more gain would only amplify its noise. */
const HEARD = 0.1;
/** A channel is this much louder (3 dB) while its own speaker talks; an echo or music is not. */
const OWN = 2;
/** Speech starts and ends more softly than its measured part. */
const EDGE_MS = 250;

/**
 * The line of a call that is more than 10 dB quieter than the other. Null for everything else: similar levels, rooms,
 * music, the same signal on both channels, and lines with only noise, music or an echo.
 */
export function findQuietLine(levels: ChannelLevels): QuietLine | null {
  const floors = floorsOf(levels);
  const steps = stepsIn(levels, floors, [wholeOf(levels)]);
  const spoken = findOneSided(steps, sidePowers(steps));
  const powers = sidePowers(stepsIn(levels, floors, spoken));
  const [side, other] =
    powers.left < powers.right ? (['left', 'right'] as const) : (['right', 'left'] as const);
  if (powers[side] >= HEARD * powers[other] || !areTwoPeople(levels, steps, powers)) return null;
  const spans = findOneSided(steps, powers, [side]);
  const meanIn = (regions: readonly TimeSpan[]) =>
    meanPower(stepsIn(levels, floors, regions), side);
  if (meanIn(spans) < OWN * meanIn(findOneSided(steps, powers, [other]))) return null;
  const gain = Math.sqrt((HEARD * powers[other]) / powers[side]);
  return { side, gain, spans: widen(spans) };
}

function widen(spans: readonly TimeSpan[]): TimeSpan[] {
  return joinSpans(
    spans.map(({ startMs, endMs }) => ({
      startMs: Math.max(0, startMs - EDGE_MS),
      endMs: endMs + EDGE_MS,
    })),
    EDGE_MS,
  );
}
