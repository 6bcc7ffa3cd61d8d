/** When each annotation of ELAN is said: by time slots of its own, or by the annotation that it refers to. */
import type { TimeSpan } from '../time.ts';
import type { GivenLabel } from './given-tiers.ts';
import { excerpt, wrongTimes } from './given-transcript.ts';

/** What is longer is none that a program gave. */
const MAX_ID = 60;

/** `of` is the annotation it refers to, null for one with time slots. */
type EafAnnotation = {
  id: string;
  from: string;
  to: string;
  of: string | null;
  line: number;
  text: string;
};
export type EafTier = {
  id: string;
  parent: string | null;
  person: string;
  lang: string | undefined;
  annotations: EafAnnotation[];
};
export type EafDocument = {
  /** In the order of time; null for a time that is not known. */
  slots: Map<string, number | null>;
  tiers: EafTier[];
  /** The labels of languages, by their ids. */
  languages: Map<string, string>;
};

/** A tier with its times, and those below it. */
export type PlacedTier = Omit<EafTier, 'annotations'> & {
  labels: GivenLabel[];
  children: PlacedTier[];
};

/** The tiers that are below no other, with those below them. @throws transcript_times */
export function placeInTime({ slots, tiers }: EafDocument): PlacedTier[] {
  const times = fillGaps(slots);
  const placed = new Map<string, TimeSpan>();
  const children = Map.groupBy(tiers, ({ parent }) => parent);
  const known = new Set(tiers.map(({ id }) => id));
  const isRoot = ({ parent }: EafTier) => parent === null || !known.has(parent);
  const seen = new Set<EafTier>();
  const roots: PlacedTier[] = [];
  const place = (first: EafTier) => {
    const waiting: { tier: EafTier; into: PlacedTier[] }[] = [{ tier: first, into: roots }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { tier, into } = next;
      if (seen.has(tier)) continue;
      seen.add(tier);
      const { annotations, ...head } = tier;
      const one: PlacedTier = { ...head, labels: toLabels(tier, times, placed), children: [] };
      into.push(one);
      const below = children.get(tier.id) ?? [];
      // Another tier of this name has none of them.
      children.delete(tier.id);
      for (const child of below.toReversed()) waiting.push({ tier: child, into: one.children });
    }
  };
  for (const tier of tiers.filter(isRoot)) place(tier);
  // Tiers that are below each other in a circle.
  for (const tier of tiers) if (!seen.has(tier)) place(tier);
  return roots;
}

/** Slots are in the order of time: those without a time share that between the ones that have it. */
function fillGaps(slots: ReadonlyMap<string, number | null>): Map<string, number> {
  const filled = new Map<string, number>();
  let [lastMs, open]: [number, string[]] = [0, []];
  const share = (toMs: number) => {
    for (const [at, id] of open.entries()) {
      const part = (at + 1) / (open.length + 1);
      filled.set(id, Math.round(lastMs + Math.max(0, toMs - lastMs) * part));
    }
    open = [];
  };
  for (const [id, ms] of slots) {
    if (ms === null) open.push(id);
    else {
      share(ms);
      filled.set(id, ms);
      lastMs = ms;
    }
  }
  share(lastMs + open.length + 1);
  return filled;
}

/** Adds the spans of a tier's annotations to those that others refer to. @throws transcript_times */
function toLabels(
  { id: tier, annotations }: EafTier,
  times: ReadonlyMap<string, number>,
  placed: Map<string, TimeSpan>,
): GivenLabel[] {
  const siblings = new Map<string, { count: number; next: number }>();
  for (const { of } of annotations) {
    if (of === null) continue;
    const known = siblings.get(of);
    if (known) known.count++;
    else siblings.set(of, { count: 1, next: 0 });
  }
  const called = excerpt(tier);
  return annotations.map(({ id, from, to, of, line, text }): GivenLabel => {
    const place = `Annotation ${id.slice(0, MAX_ID)} of the tier “${called}” (line ${line})`;
    const span = of === null ? spanOf(times, from, to) : shareOf(placed.get(of), siblings.get(of));
    if (!span) {
      const what = of === null ? 'has no times' : `refers to ${excerpt(of)}, which is not above it`;
      throw wrongTimes(`${place} of the transcript ${what}.`);
    }
    placed.set(id, span);
    return { ...span, text, place };
  });
}

function spanOf(times: ReadonlyMap<string, number>, from: string, to: string): TimeSpan | null {
  const [startMs, endMs] = [times.get(from), times.get(to)];
  return startMs === undefined || endMs === undefined ? null : { startMs, endMs };
}

/** Several that refer to the same annotation divide its time, in their order. */
function shareOf(
  span: TimeSpan | undefined,
  shares: { count: number; next: number } | undefined,
): TimeSpan | null {
  if (!span || !shares) return null;
  const { startMs, endMs } = span;
  const at = (share: number) => Math.round(startMs + ((endMs - startMs) * share) / shares.count);
  const first = shares.next++;
  return { startMs: at(first), endMs: at(first + 1) };
}
