/** The little linear algebra that finding voices needs; matrices are square, row by row. */
import { addTo, dot, normalize, rowOf } from '../voice-prints.ts';

/**
 * Factors a positive definite matrix into L·Lᵀ, reading its lower triangle, and returns the map x → L⁻¹x: what had
 * this matrix as its covariance has none afterwards.
 */
export function invertCholesky(
  matrix: Float64Array,
  dim: number,
): (vector: Float32Array) => Float32Array {
  const lower = new Float64Array(dim * dim);
  for (let row = 0; row < dim; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = matrix[row * dim + column] ?? 0;
      for (let k = 0; k < column; k += 1) {
        rest -= (lower[row * dim + k] ?? 0) * (lower[column * dim + k] ?? 0);
      }
      const pivot = lower[column * dim + column] ?? 1;
      lower[row * dim + column] = row === column ? Math.sqrt(Math.max(rest, 1e-12)) : rest / pivot;
    }
  }
  return (vector) => {
    const solved = new Float32Array(dim);
    for (let row = 0; row < dim; row += 1) {
      let rest = vector[row] ?? 0;
      for (let k = 0; k < row; k += 1) rest -= (lower[row * dim + k] ?? 0) * (solved[k] ?? 0);
      solved[row] = rest / (lower[row * dim + row] ?? 1);
    }
    return solved;
  };
}

const ROUNDS = 50;

/** The `count` directions in which centered rows vary most, by orthogonal iteration from a fixed start. */
export function principalDirections(
  rows: Float32Array,
  weights: Float32Array,
  dim: number,
  count: number,
): Float32Array {
  let directions = new Float32Array(count * dim).map((_, index) => Math.sin(index * 12.9898 + 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float32Array(count * dim);
    weights.forEach((weight, index) => {
      const row = rowOf(rows, dim, index);
      for (let axis = 0; axis < count; axis += 1) {
        const along = dot(row, rowOf(directions, dim, axis));
        addTo(rowOf(next, dim, axis), row, weight * along);
      }
    });
    orthogonalize(next, dim, count);
    directions = next;
  }
  return directions;
}

/** Gram–Schmidt. What lies wholly in the directions before becomes zero. */
function orthogonalize(directions: Float32Array, dim: number, count: number): void {
  for (let axis = 0; axis < count; axis += 1) {
    const direction = rowOf(directions, dim, axis);
    for (let earlier = 0; earlier < axis; earlier += 1) {
      const other = rowOf(directions, dim, earlier);
      addTo(direction, other, -dot(direction, other));
    }
    if (!normalize(direction)) direction.fill(0);
  }
}
