import { type TimeSpan, toMs } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { type CueEdit, wordsWithin } from './cue-edits.ts';
import { makeCues, withoutOverlap } from './cues.ts';
import { buildRuns, type Run } from './speech-runs.ts';
import type { Cue, SubtitleOptions } from './subtitle-options.ts';

/** A cue with the words it covers, and whether it was generated or edited. */
export type EditedCue = Cue & {
  /** The time span of its words. */
  words: TimeSpan;
  edit: {
    index: number;
    /** Whether the words it covers have changed since. */
    outdated: boolean;
  } | null;
};

type Edit = { span: TimeSpan; index: number; edit: CueEdit };

/** The subtitles with manual edits applied; the rest is generated from the words as usual. */
export function buildEditedCues(
  segments: readonly Segment[],
  options: SubtitleOptions,
  edits: readonly CueEdit[],
): EditedCue[] {
  const runs = buildRuns(segments, options);
  const spans = edits.map((edit, index) => ({
    edit,
    index,
    span: { startMs: toMs(edit.from), endMs: toMs(edit.to) },
  }));
  const made = makeCues(
    spans.reduce((left, { span }) => left.flatMap((run) => withoutWords(run, span)), runs),
    options,
  ).map((cue) => ({ ...cue, edit: null }));
  const written = spans.flatMap((edit) => writtenCues(edit, segments, runs));
  return arrange([...made, ...written]);
}

/** What is left of a run: all of it, or the parts before and after. */
function withoutWords(run: Run, { startMs, endMs }: TimeSpan): Run[] {
  const from = run.atoms.findIndex((atom) => atom.startMs >= startMs && atom.startMs < endMs);
  if (from < 0) return [run];
  const to = run.atoms.findLastIndex((atom) => atom.startMs < endMs) + 1;
  const before = { ...run, atoms: run.atoms.slice(0, from) };
  const after = { ...run, atoms: run.atoms.slice(to), label: null, labelWidth: 0 };
  return [before, after].filter(({ atoms }) => atoms.length > 0);
}

function writtenCues(
  { edit, index, span }: Edit,
  segments: readonly Segment[],
  runs: readonly Run[],
): EditedCue[] {
  const said = runs.find(({ atoms }) =>
    atoms.some(({ startMs }) => startMs >= span.startMs && startMs < span.endMs),
  );
  const outdated = wordsWithin(segments, span) !== edit.words;
  return edit.cues.map(({ start, end, text }) => ({
    startMs: toMs(start),
    endMs: toMs(end),
    lines: text.split('\n'),
    speaker: said?.speaker ?? null,
    label: null,
    words: span,
    edit: { index, outdated },
  }));
}

/** In chronological order; where cues overlap, an edited one keeps its times. Speakers are named where they change. */
function arrange(cues: readonly EditedCue[]): EditedCue[] {
  const ordered = cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const clipped = ordered.map((cue, at) => {
    const next = ordered[at + 1];
    if (cue.edit || !next?.edit || cue.endMs <= next.startMs) return cue;
    return { ...cue, endMs: Math.max(cue.startMs + 1, next.startMs) };
  });
  const labeled = clipped.map((cue, at) => {
    const changes = cue.speaker !== null && clipped[at - 1]?.speaker !== cue.speaker;
    return cue.edit && changes ? { ...cue, label: cue.speaker } : cue;
  });
  return withoutOverlap(labeled);
}
