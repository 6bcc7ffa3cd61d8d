/** How long something is kept, as a choice of a list. */

export const FOREVER = 'forever';
const COMMON_DAYS = [1, 7, 30, 90, 365];

/** The common ones, and the one that is set. */
export function keepChoices(set: number | null): (readonly [value: string, text: string])[] {
  const days = new Set([...COMMON_DAYS, ...(set === null ? [] : [set])]);
  const sorted = [...days].toSorted((a, b) => a - b);
  return [[FOREVER, 'Forever'], ...sorted.map((one) => [String(one), keepText(one)] as const)];
}

export function keepText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

export function daysOf(choice: string): number | null {
  return choice === FOREVER ? null : Number(choice);
}
