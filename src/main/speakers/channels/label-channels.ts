import type { TimeSpan } from '../../../shared/time.ts';
import type { Amplified, ChannelLevels, QuietLine, QuietTrack } from '../../core/audio-channels.ts';
import type { Labeling } from '../labeling.ts';
import { joinSpans, joinTurns } from '../turns/find-turns.ts';
import { speakerCentroids, type Turn, type VoiceEmbeddings } from '../voice-embeddings.ts';
import {
  areTwoPeople,
  findOneSided,
  floorsOf,
  meanPower,
  ownPowers,
  stepsIn,
  wholeOf,
} from './channel-steps.ts';

/** Each channel holds one person; if another number is expected, voices must be distinguished. */
export function fitsChannels(turns: readonly Turn[], expected: number | null): boolean {
  return expected === null || expected === new Set(turns.map(({ speaker }) => speaker)).size;
}

/** The labeling from separate channels; the windows of `embeddings` are cut from `channelTurns`. */
export function labelChannels(
  channelTurns: readonly Turn[],
  embeddings: VoiceEmbeddings,
): Labeling {
  const turns = joinTurns(channelTurns);
  // Of tracks, some may be silent.
  const count = turns.reduce((most, { speaker }) => Math.max(most, speaker + 1), 0);
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
const INTELLIGIBLE = 0.1;
/** A channel is this much louder (3 dB) while its own speaker talks; an echo or music is not. */
const OWN = 2;
/** What is on a track 40 dB below the loudest one is noise. */
const QUIETEST_TRACK = 0.0001;
/** Speech starts and ends more softly than its measured part. */
const EDGE_MS = 250;

/**
 * The line of a call that is more than 10 dB quieter than the other. Null for everything else: similar levels, rooms,
 * music, the same signal on both channels, and lines with only noise, music or an echo.
 */
export function findQuietLine(levels: ChannelLevels): QuietLine | null {
  const speech = measureSpeech(levels);
  const quiet = speech.loudest === 0 ? 1 : 0;
  if (!areTwoPeople(levels, speech.steps, speech.powers)) return null;
  const found = amplify(levels, speech, quiet);
  return found && { ...found, channel: quiet === 0 ? 'left' : 'right' };
}

/** The tracks that are more than 10 dB quieter than the loudest; each is one person, as the caller says. */
export function findQuietTracks(levels: ChannelLevels): QuietTrack[] {
  const speech = measureSpeech(levels);
  const most = speech.powers[speech.loudest] ?? 0;
  return speech.powers.flatMap((power, track) => {
    const found = power > QUIETEST_TRACK * most ? amplify(levels, speech, track) : null;
    return found ? [{ ...found, track }] : [];
  });
}

/** How loud the people of the channels are where no one else speaks. */
function measureSpeech(levels: ChannelLevels) {
  const floors = floorsOf(levels);
  const steps = stepsIn(levels, floors, [wholeOf(levels)]);
  const spoken = findOneSided(steps, ownPowers(steps, levels.channels));
  const powers = ownPowers(stepsIn(levels, floors, spoken), levels.channels);
  const loudest = powers.indexOf(Math.max(...powers));
  return { floors, steps, powers, loudest };
}

/** Null for a channel that is about as loud as the loudest, or on which there is only an echo or noise. */
function amplify(
  levels: ChannelLevels,
  { floors, steps, powers, loudest }: ReturnType<typeof measureSpeech>,
  quiet: number,
): Amplified | null {
  const [own = 0, most = 0] = [powers[quiet], powers[loudest]];
  if (own >= INTELLIGIBLE * most) return null;
  const spans = findOneSided(steps, powers, [quiet]);
  const meanIn = (regions: readonly TimeSpan[]) =>
    meanPower(stepsIn(levels, floors, regions), quiet);
  if (meanIn(spans) < OWN * meanIn(findOneSided(steps, powers, [loudest]))) return null;
  return { gain: Math.sqrt((INTELLIGIBLE * most) / own), spans: widen(spans) };
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
