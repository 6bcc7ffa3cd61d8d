/**
 * Runs `work` on every item in order, at most `lanes()` at a time; lanes that are added meanwhile are used. After the
 * first failure nothing new starts; the error is thrown once the work in progress has ended.
 */
export async function forEachLane<Item>(
  items: Iterable<Item>,
  lanes: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  for (let next = rest.next(); !next.done; next = rest.next()) {
    const run = work(next.value)
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
