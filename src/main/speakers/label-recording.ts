import type { TimeSpan } from '../../shared/time.ts';
import { findChannelTurns } from './channels/channel-steps.ts';
import { fitsChannels, labelChannels } from './channels/label-channels.ts';
import { type CountRule, groupVoices } from './grouping/group-voices.ts';
import type { Labeling, LabelRequest } from './labeling.ts';
import { neuralEmbeddings, withSounds } from './neural/neural-embeddings.ts';
import { NEURAL_WINDOW_MS } from './neural/window-embedder.ts';
import { assignVoices } from './overlaps/assign-voices.ts';
import { detectVoiceTurns, isCredible } from './overlaps/voice-turns.ts';
import { openSamples } from './samples.ts';
import { FALLBACK_RULE, fallbackEmbeddings } from './sound/fallback-embeddings.ts';
import { findTurns, widenRegions } from './turns/find-turns.ts';
import {
  cutVoiceWindows,
  speakerCentroids,
  type Turn,
  type VoiceEmbeddings,
  type VoiceTurn,
} from './voice-embeddings.ts';

/** Tuned on composed dialogues (test/bench/speakers.ts): with the windows' acoustic features, and without. */
export const SOUND_RULE: CountRule = {
  second: 1.3,
  further: 1.18,
  directions: 6,
  freedom: 1.5,
};
const RULE: CountRule = {
  second: 1.24,
  further: 1.18,
  directions: 5,
  freedom: 3,
};
/** Where there is speech, and who speaks when if channels say so. */
type SpeechAndChannels = { speech: readonly TimeSpan[]; channelTurns: readonly Turn[] | undefined };

/** With less speech the number of speakers cannot be determined. */
const LEAST_SPEECH_MS = 8000;

/**
 * Computes embeddings of the speech, or reuses stored ones, and determines who speaks when. @throws when the model
 * fails
 */
export async function labelRecording(
  request: LabelRequest,
  onProgress: (fraction: number) => void,
): Promise<Labeling> {
  const { regions, expected, levels } = request;
  const speech = widenRegions(regions);
  const channelTurns =
    request.channelTurns ?? (levels && findChannelTurns(levels, speech)) ?? undefined;
  const { embeddings, voiceTurns } = await embedVoices(
    request,
    { speech, channelTurns },
    onProgress,
  );
  if (channelTurns !== undefined && fitsChannels(channelTurns, expected))
    return labelChannels(channelTurns, embeddings);
  const speechMs = regions.reduce((sum, region) => sum + region.endMs - region.startMs, 0);
  const voices = withSounds(embeddings);
  const acoustic = embeddings.space.startsWith('acoustic');
  const { labels, count, confidence, countDoubt } = groupVoices(voices, {
    expected: expected ?? (speechMs < LEAST_SPEECH_MS ? 1 : null),
    rule: ruleFor(embeddings),
  });
  const detected =
    voiceTurns && count > 0
      ? assignVoices(voiceTurns, voices, labels, count)
      : findTurns(voices, speech, labels, count);
  const turns = renumber(detected, labels);
  return {
    method: count === 0 ? 'single' : acoustic ? 'acoustic' : 'neural',
    turns,
    count: new Set(turns.map((turn) => turn.speaker)).size,
    confidence,
    countDoubt,
    embeddings,
    centroids: speakerCentroids(embeddings, labels, count),
    channelTurns,
    voiceTurns,
  };
}

function ruleFor({ space, sounds }: VoiceEmbeddings): CountRule {
  if (space.startsWith('acoustic')) return FALLBACK_RULE;
  return sounds ? SOUND_RULE : RULE;
}

/** How much of the work it is to find turns, by time. */
const TURNS_SHARE = 0.4;

/** The embeddings, and the turns of the turn model if there is one, it is needed and it is credible. */
async function embedVoices(
  { regions, source, voiceTurns }: LabelRequest,
  { speech, channelTurns }: SpeechAndChannels,
  onProgress: (fraction: number) => void,
): Promise<{ embeddings: VoiceEmbeddings; voiceTurns: readonly VoiceTurn[] | undefined }> {
  if (source.kind === 'embeddings') return { embeddings: source.embeddings, voiceTurns };
  const spans = channelTurns ?? regions;
  const { path, model, turnModel } = source;
  if (channelTurns || model === null || !turnModel) {
    return { embeddings: await listen(spans, source, onProgress), voiceTurns };
  }
  const detected = await detectVoiceTurns(path, speech, { turnModel, model }, (part) =>
    onProgress(part * TURNS_SHARE),
  );
  const embeddings = await listen(spans, source, (part) =>
    onProgress(TURNS_SHARE + part * (1 - TURNS_SHARE)),
  );
  return { embeddings, voiceTurns: isCredible(detected, regions) ? detected : undefined };
}

async function listen(
  speech: readonly TimeSpan[],
  { model, ...source }: { path: string; model: string | null; ahead?: string | null },
  onProgress: (fraction: number) => void,
): Promise<VoiceEmbeddings> {
  if (model !== null) {
    const windows = cutVoiceWindows(speech, NEURAL_WINDOW_MS);
    return await neuralEmbeddings({ ...source, model }, windows, onProgress);
  }
  using samples = openSamples(source.path);
  return fallbackEmbeddings(samples, speech, onProgress);
}

/** Numbers speakers by their first turn, in the turns and in the windows' labels. */
function renumber(turns: Turn[], labels: Int32Array): Turn[] {
  const numbers = new Map<number, number>();
  const number = (speaker: number) => {
    const known = numbers.get(speaker) ?? numbers.size;
    numbers.set(speaker, known);
    return known;
  };
  const renamed = turns.map((turn) => ({ ...turn, speaker: number(turn.speaker) }));
  labels.forEach((label, row) => {
    labels[row] = number(label);
  });
  return renamed;
}
