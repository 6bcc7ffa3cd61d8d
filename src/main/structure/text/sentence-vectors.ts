import type { Reading, ReadSentence } from './word-types.ts';

/** A sparse vector over word types. */
export type Vector = ReadonlyMap<number, number>;

/** One vector of length 1 per sentence: its content words, rare ones with more weight. */
export function vectorize({ sentences, typeCount }: Reading): Vector[] {
  const spread = new Int32Array(typeCount);
  const typesOf = ({ tokens }: ReadSentence) =>
    tokens.filter((token) => !token.grammar).map((token) => token.type);
  for (const sentence of sentences) {
    for (const type of new Set(typesOf(sentence))) spread[type] = (spread[type] ?? 0) + 1;
  }
  return sentences.map((sentence) => {
    const vector = new Map<number, number>();
    for (const type of typesOf(sentence)) {
      const rarity = Math.log(1 + sentences.length / (spread[type] ?? 1));
      vector.set(type, (vector.get(type) ?? 0) + rarity);
    }
    return normalize(vector);
  });
}

function normalize(vector: Vector): Vector {
  const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0));
  return length === 0
    ? vector
    : new Map([...vector].map(([type, weight]) => [type, weight / length]));
}

export function centroid(vectors: readonly Vector[]): Vector {
  const sum = new Map<number, number>();
  for (const vector of vectors) {
    for (const [type, weight] of vector) sum.set(type, (sum.get(type) ?? 0) + weight);
  }
  return normalize(sum);
}

/** Cosine similarity of two vectors of length 1: 0 (nothing in common) to 1. */
export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [type, weight] of small) sum += weight * (large.get(type) ?? 0);
  return sum;
}
