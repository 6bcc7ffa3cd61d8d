/** TextTiling (Hearst, Computational Linguistics 1997), the method every other is compared with. */

/**
 * Tokens in a pseudo-sentence, and pseudo-sentences in a block: of the paper's range, the pair that does best on
 * these texts. Function words are gone already, so ten tokens are about the paper's twenty.
 */
const TOKENS = 10;
const BLOCK = 6;

type Counts = Map<number, number>;

/** Boundaries as indexes of units; each is moved to the nearest unit. */
export function textTiling(units: readonly (readonly number[])[]): number[] {
  const tokens = units.flat();
  const pseudo = Array.from({ length: Math.ceil(tokens.length / TOKENS) }, (_, at) =>
    tokens.slice(at * TOKENS, (at + 1) * TOKENS),
  );
  const scores = pseudo.slice(1).map((_, gap) => blockLikeness(pseudo, gap + 1));
  const depths = scores.map((_, gap) => depthAt(scores, gap));
  const mean = average(depths);
  const deviation = Math.sqrt(average(depths.map((depth) => (depth - mean) ** 2)));
  const places = depths.flatMap((depth, gap) => {
    const peak = depth >= (depths[gap - 1] ?? 0) && depth >= (depths[gap + 1] ?? 0);
    return peak && depth > mean - deviation / 2 ? [(gap + 1) * TOKENS] : [];
  });
  return [...new Set(places.map((place) => nearestUnit(units, place)))].filter(
    (unit) => unit > 0 && unit < units.length,
  );
}

function blockLikeness(pseudo: readonly number[][], gap: number): number {
  const left = count(pseudo.slice(Math.max(0, gap - BLOCK), gap).flat());
  const right = count(pseudo.slice(gap, gap + BLOCK).flat());
  let product = 0;
  for (const [type, seen] of left) product += seen * (right.get(type) ?? 0);
  const length = (counts: Counts) => [...counts.values()].reduce((sum, seen) => sum + seen ** 2, 0);
  return product / Math.sqrt(length(left) * length(right) || 1);
}

function count(tokens: readonly number[]): Counts {
  const counts: Counts = new Map();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** How far the likeness rises on both sides of a gap. */
function depthAt(scores: readonly number[], gap: number): number {
  const own = scores[gap] ?? 0;
  const climb = (step: number) => {
    let highest = own;
    for (let at = gap + step; (scores[at] ?? -1) >= highest; at += step) highest = scores[at] ?? 0;
    return highest - own;
  };
  return climb(-1) + climb(1);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function nearestUnit(units: readonly (readonly number[])[], place: number): number {
  let start = 0;
  for (const [index, unit] of units.entries()) {
    if (start + unit.length / 2 >= place) return index;
    start += unit.length;
  }
  return units.length;
}
