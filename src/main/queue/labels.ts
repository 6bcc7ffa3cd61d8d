import type { TimeSpan } from '../../shared/time.ts';
import type {
  HeardSegment,
  LabeledSpeaker,
  Labels,
} from '../repositories/speakers/speaker-labels.ts';
import { packEvidence } from '../speakers/evidence.ts';
import type { Labeling } from '../speakers/labeling.ts';
import { attributeWords } from '../speakers/turns/attribute-words.ts';
import { rowOf, type Turn } from '../speakers/voice-prints.ts';

/** Who is recognised: the name and the remembered voice of a speaker of a labeling, by its number there. */
export type Recognised = ReadonlyMap<number, { name: string; voiceId: string }>;

/** A labeling as it is stored, with every word given to its speaker. */
export function toLabels(
  labeling: Labeling & { warning: string | null },
  regions: readonly TimeSpan[],
  recognised: Recognised = new Map(),
): (segments: readonly HeardSegment[]) => Labels {
  const { method, turns, confidence, warning, prints, profiles, sides } = labeling;
  return (segments) => {
    const { parts, order } = attributeWords(segments, turns);
    const speakerOf = (heard: number): LabeledSpeaker => {
      const profile = rowOf(profiles.vectors, profiles.dim, heard);
      const known = recognised.get(heard);
      return {
        confidence: confidenceOf(turns, heard),
        // All zeros where somebody speaks too little.
        profile: profile.some((value) => value !== 0) ? profile : null,
        name: known?.name ?? null,
        voiceId: known?.voiceId ?? null,
      };
    };
    return {
      method,
      model: method === 'single' ? null : prints.model,
      confidence,
      warning,
      evidence: prints.dim === 0 ? null : packEvidence({ regions, prints, sides }),
      space: profiles.space,
      speakers: order.map(speakerOf),
      parts,
    };
  };
}

/** Over all turns of a speaker, longer ones counting more. */
function confidenceOf(turns: readonly Turn[], speaker: number): number {
  let [sum, total] = [0, 0];
  for (const turn of turns) {
    if (turn.speaker !== speaker) continue;
    sum += turn.confidence * (turn.endMs - turn.startMs);
    total += turn.endMs - turn.startMs;
  }
  return sum / Math.max(1, total);
}
