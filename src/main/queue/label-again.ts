import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Core } from '../core.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import { unpackEvidence } from '../speakers/evidence.ts';
import type { Labeler } from '../speakers/label-process.ts';
import { warningFor } from '../speakers/label-speakers.ts';
import { toLabels } from './labels.ts';

/** Labels a completed transcription anew from the voices that were heard. Resolves to false when none were kept. */
export type LabelAgain = (
  id: string,
  expected: number | null,
  options: {
    signal: AbortSignal;
    /** The structured text for segments with their new speakers, as JSON; null where there is none. */
    structure: (segments: readonly Segment[]) => Promise<string | null>;
  },
) => Promise<boolean>;

/** Groups the voices of a finished recording anew, from the voices that were stored when it was labeled. */
export function createLabelAgain(
  { db }: Pick<Core, 'db'>,
  {
    label,
  }: {
    label: Labeler;
  },
): LabelAgain {
  const speakers = createSpeakerRepository(db);
  return async (id, expected, { signal, structure }) => {
    const packed = await speakers.evidence(id);
    if (!packed) return false;
    const { regions, prints, sides } = unpackEvidence(packed);
    const labeling = await label(
      { regions, expected, sides, source: { kind: 'prints', prints } },
      { signal },
    );
    const warning = warningFor(labeling);
    await speakers.relabel(id, toLabels({ ...labeling, warning }, regions), structure);
    return true;
  };
}
