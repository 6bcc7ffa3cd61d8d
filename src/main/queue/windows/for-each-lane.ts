/** Whether one of `count` items should have all lanes: the first if it is wanted `soon`, the last if it would be left. */
export function isAlone(
  index: number,
  { count, lanes, soon }: { count: number; lanes: number; soon: boolean },
): boolean {
  const isLeft = index === count - 1 && (count - (soon ? 1 : 0)) % lanes === 1;
  return isLeft || (soon && index === 0);
}

/**
 * Runs `work` on every item in order, at most `lanes()` at a time; lanes that are added meanwhile are used. `alone` is
 * true for an item that should have all lanes. After the first failure nothing new starts; the error is thrown once the work in progress has ended.
 */
export async function forEachLane<Item>(
  items: readonly Item[],
  lanes: () => number,
  work: (item: Item, alone: boolean) => Promise<void>,
  { soon = false }: { soon?: boolean } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  for (const [index, item] of items.entries()) {
    const run = work(item, isAlone(index, { count: items.length, lanes: lanes(), soon }))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
    while (running.size >= Math.max(1, lanes()) && failures.length === 0)
      await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
