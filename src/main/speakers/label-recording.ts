import type { TimeSpan } from '../../shared/time.ts';
import { type CountRule, groupVoices } from './grouping/group-voices.ts';
import { type Labeling, type LabelRequest, openSamples } from './labeling.ts';
import { NEURAL_WINDOW_MS } from './neural/hear-voices.ts';
import { neuralPrints, withSounds } from './neural/neural-prints.ts';
import { fitsSides, labelSides } from './sides/label-sides.ts';
import { findSides } from './sides/side-steps.ts';
import { FALLBACK_RULE, fallbackPrints } from './sound/fallback-prints.ts';
import { findTurns, widenRegions } from './turns/find-turns.ts';
import { cutVoiceWindows, profilesOf, type Turn, type VoicePrints } from './voice-prints.ts';

/** Tuned on composed dialogues (test/bench/speakers.ts): with the windows' acoustic features, and without. */
const SOUND_RULE: CountRule = { second: 1.3, further: 1.18, directions: 6 };
const RULE: CountRule = { second: 1.24, further: 1.18, directions: 5 };
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
  const { regions, expected, source, levels } = request;
  const speech = widenRegions(regions);
  const sides = request.sides ?? (levels && findSides(levels, speech)) ?? undefined;
  const prints =
    source.kind === 'prints' ? source.prints : await listen(sides ?? regions, source, onProgress);
  if (sides !== undefined && fitsSides(expected)) return labelSides(sides, prints);
  const speechMs = regions.reduce((sum, region) => sum + region.endMs - region.startMs, 0);
  const voices = withSounds(prints);
  const acoustic = prints.space.startsWith('acoustic');
  const { labels, count, confidence, countDoubt } = groupVoices(voices, {
    expected: expected ?? (speechMs < LEAST_SPEECH_MS ? 1 : null),
    rule: ruleFor(prints),
  });
  const turns = renumber(findTurns(voices, speech, labels, count), labels);
  return {
    method: count === 0 ? 'single' : acoustic ? 'acoustic' : 'neural',
    turns,
    count: new Set(turns.map((turn) => turn.speaker)).size,
    confidence,
    countDoubt,
    prints,
    profiles: profilesOf(prints, labels, count),
    sides,
  };
}

function ruleFor({ space, sounds }: VoicePrints): CountRule {
  if (space.startsWith('acoustic')) return FALLBACK_RULE;
  return sounds ? SOUND_RULE : RULE;
}

async function listen(
  speech: readonly TimeSpan[],
  source: { path: string; model: string | null },
  onProgress: (fraction: number) => void,
): Promise<VoicePrints> {
  if (source.model !== null) {
    const windows = cutVoiceWindows(speech, NEURAL_WINDOW_MS);
    return await neuralPrints(source.path, windows, source.model, onProgress);
  }
  using samples = openSamples(source.path);
  return fallbackPrints(samples, speech, onProgress);
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
