import { toSeconds } from '../../../shared/time.ts';
import type { StepAbout, StepKind } from '../../../shared/transcription/editing.ts';
import type { SegmentRow } from '../../repositories/tables.ts';
import type { CueChange } from '../../repositories/transcripts/cue.repository.ts';

type Step = {
  kind: StepKind;
  before: readonly SegmentRow[];
  /** Unchanged rows are the same objects. */
  after: readonly SegmentRow[];
  cues: CueChange | undefined;
  names: ReadonlyMap<string, string | null>;
};

/** What people are told of a step when they are asked whether to undo it. */
export function aboutStep({ kind, before, after, cues, names }: Step): StepAbout {
  if (kind.startsWith('cue')) return aboutCues(cues);
  const old = new Set(before);
  const fresh = after.filter((row) => !old.has(row));
  const about = {
    start: fresh[0] ? toSeconds(fresh[0].startMs) : null,
    count: fresh.length,
    name: null,
    of: null,
  };
  if (kind !== 'speaker' || !fresh[0]) return about;
  const nameOf = (label: string) => names.get(label) ?? label;
  const speaking = new Set(after.map(({ speaker }) => speaker));
  const silent = [...new Set(before.map(({ speaker }) => speaker))].filter(
    (label) => !speaking.has(label),
  );
  const [merged] = silent;
  const of = merged !== undefined && silent.length === 1 ? nameOf(merged) : null;
  return { ...about, name: nameOf(fresh[0].speaker), of };
}

function aboutCues({ removed, added }: CueChange = { removed: [], added: [] }): StepAbout {
  const [were, are] = [removed, added].map((edits) => edits.flatMap(({ cues }) => cues));
  const known = new Set(were?.map((cue) => JSON.stringify(cue)));
  const first = are?.find((cue) => !known.has(JSON.stringify(cue))) ?? are?.[0] ?? were?.[0];
  const count = Math.max(1, added.length === 0 ? removed.length : added.length);
  return { start: first?.start ?? added[0]?.from ?? null, count, name: null, of: null };
}
