/** How much of a long test is done: a seeded part of it in `npm test`, the whole with `npm run soak`. */
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { seed } from './seed.ts';

/** For what cannot be done in part. */
export const isSoak = process.env['STENO_SOAK'] === '1';

/** How often something is done. */
export const dose = (part: number, whole: number): number => (isSoak ? whole : part);

/** Some of many, or all of them; which ones follows from the seed. */
export function doseOf<Item>(items: readonly Item[], part: number): Item[] {
  if (isSoak) return [...items];
  const random = seededRandom(seed);
  const shuffled = items.map((item) => ({ item, at: random() })).toSorted((a, b) => a.at - b.at);
  return shuffled.slice(0, part).map(({ item }) => item);
}
