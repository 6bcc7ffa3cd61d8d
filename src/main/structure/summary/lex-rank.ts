import type { Vector } from '../text/vectors.ts';

const THRESHOLD = 0.1;
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * How central each sentence is among its neighbours in likeness: PageRank over cosines above 0.1
 * (Erkan & Radev 2004). Scaled so that the best is 1.
 */
export function lexRank(vectors: readonly Vector[]): number[] {
  const edges = likenesses(vectors);
  const degrees = edges.map((row) => row.reduce((sum, edge) => sum + edge.weight, 0));
  let ranks = vectors.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const shares = ranks.map((rank, index) => rank / (degrees[index] || 1));
    ranks = edges.map((row) => {
      const received = row.reduce((sum, { to, weight }) => sum + weight * (shares[to] ?? 0), 0);
      return 1 - DAMPING + DAMPING * received;
    });
  }
  const highest = ranks.reduce((a, b) => Math.max(a, b), 0) || 1;
  return ranks.map((rank) => rank / highest);
}

type Edge = { to: number; weight: number };

/** Every pair with a word in common, found through the words rather than by trying all pairs. */
function likenesses(vectors: readonly Vector[]): Edge[][] {
  const holders = new Map<number, Edge[]>();
  for (const [index, vector] of vectors.entries()) {
    for (const [type, weight] of vector) {
      const list = holders.get(type);
      if (list) list.push({ to: index, weight });
      else holders.set(type, [{ to: index, weight }]);
    }
  }
  return vectors.map((vector, index) => {
    const sums = new Map<number, number>();
    for (const [type, weight] of vector) {
      for (const other of holders.get(type) ?? []) {
        if (other.to !== index) {
          sums.set(other.to, (sums.get(other.to) ?? 0) + weight * other.weight);
        }
      }
    }
    return Array.from(sums, ([to, weight]) => ({ to, weight })).filter(
      (edge) => edge.weight > THRESHOLD,
    );
  });
}
