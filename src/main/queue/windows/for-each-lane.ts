/**
 * Runs `work` on every item in order, at most `lanes()` at a time; lanes that are added meanwhile are used. `alone` is
 * true for an item that should have all lanes: the first if it is wanted `soon`, and the last if it would be the only
 * one left. After the first failure nothing new starts; the error is thrown once the work in progress has ended.
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
    const inLanes = items.length - (soon ? 1 : 0);
    const isLeft = index === items.length - 1 && inLanes % lanes() === 1;
    const run = work(item, isLeft || (soon && index === 0))
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
