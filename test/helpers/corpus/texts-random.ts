import fc from 'fast-check';

/** Numbers in [0, 1), the same for the same seed everywhere (mulberry32). */
type Random = () => number;

/** A whole number from `from` to `to`, both included. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}

/** A new order, the same for the same state of `random` (Fisher–Yates). */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return order;
}

const character = fc
  .nat({ max: 0x10_ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Any characters. `fc.string` with the unit `binary` lists all of them first, which takes 0.5 s and 200 MB. */
export const anyText = (length: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ ...length, unit: character });
