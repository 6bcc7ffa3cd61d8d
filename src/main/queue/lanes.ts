/**
 * Runs `work` on every item in order, at most `lanes` at a time. After the first failure nothing new starts; the error
 * is thrown once the work in progress has ended.
 */
export async function forEachLane<Item>(
  items: Iterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
