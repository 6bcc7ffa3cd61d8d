import type { BreakCosts } from './break-costs.ts';
import type { Run } from './speech-runs.ts';

/** Where to break a range of atoms into lines; `breaks` are the indexes of atoms that start a new line. */
type LineLayout = { cost: number; breaks: number[] };

/** Lays out the atoms `from…to−1` of one run on at most `maxLines` lines; null if they do not fit. */
export type LayOut = (from: number, to: number, maxLines: number) => LineLayout | null;

const PER_LINE = 4;
/** Line breaks matter less than cue breaks. */
const LINE_WEIGHT = 0.5;
const IMBALANCE = 0.5;
/** A longer line above a shorter one is worse than the reverse. */
const TOP_HEAVY = 0.25;

/** The width of atoms `from…to−1` on one line. */
export type MeasureLine = (from: number, to: number) => number;

/** Prefix sums over a run, so that any range is measured in constant time. */
export function createMeasure({ atoms, profile }: Run): MeasureLine {
  const space = profile.fullWidth ? 0.5 : 1;
  const ends = [0];
  let total = 0;
  for (const atom of atoms) {
    total += (atom.spaceBefore ? space : 0) + atom.width;
    ends.push(total);
  }
  return (from, to) => {
    const leading = atoms[from]?.spaceBefore === true ? space : 0;
    return (ends[to] ?? 0) - (ends[from] ?? 0) - leading;
  };
}

/** Prefers few lines, breaks at good places, even widths, and the longer line below. */
export function createLayOut(run: Run, costs: BreakCosts, measure: MeasureLine): LayOut {
  const layOut: LayOut = (from, to, maxLines) => {
    const label = from === 0 ? run.labelWidth : 0;
    if (measure(from, to) + label <= run.lineWidth) return { cost: 0, breaks: [] };
    if (maxLines === 1) return null;
    let best: LineLayout | null = null;
    for (let cut = from + 1; cut < to; cut++) {
      const top = measure(from, cut) + label;
      if (top > run.lineWidth) break;
      const rest = layOut(cut, to, maxLines - 1);
      if (rest === null) continue;
      const bottom = measure(cut, rest.breaks[0] ?? to);
      const shape = IMBALANCE * Math.abs(top - bottom) + TOP_HEAVY * Math.max(0, top - bottom);
      const cost = rest.cost + PER_LINE + LINE_WEIGHT * (costs.line[cut] ?? 0) + shape;
      if (best === null || cost < best.cost) best = { cost, breaks: [cut, ...rest.breaks] };
    }
    return best;
  };
  return layOut;
}
