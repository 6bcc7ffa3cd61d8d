/** Computes when jobs end that share an engine's lanes and a machine's processors. Pure. */

/** A job's remaining parts in order; jobs in a `shared` part take turns at the engine's lanes. */
export type Part = { shared: boolean; ms: number };

type Running<Key> = { key: Key; parts: Part[] };

/** When each job ends; a waiting job starts when a running one is done. Null if nothing is known of any. */
export function endsOf<Key>(
  under: readonly { key: Key; parts: Part[] | null }[],
  waiting: readonly { key: number; parts: Part[] | null }[],
  slots: number,
): Map<Key | number, number> | null {
  const known = [...under, ...waiting].flatMap(({ parts }) => (parts === null ? [] : [parts]));
  if (known.length === 0) return null;
  const usual = known.flat().reduce((all, { ms }) => all + ms, 0) / known.length;
  const copy = <Any>({ key, parts }: { key: Any; parts: Part[] | null }): Running<Any> => ({
    key,
    parts: (parts ?? [{ shared: true, ms: usual }]).map((part) => ({ ...part })),
  });
  const queue = waiting.map(copy);
  let running: Running<Key | number>[] = under.map(copy);
  const ends = new Map<Key | number, number>();
  for (let atMs = 0; ; ) {
    running.push(...queue.splice(0, Math.max(0, slots - running.length)));
    if (running.length === 0) return ends;
    atMs += step(running);
    for (const { key, parts } of running) if (parts.length === 0) ends.set(key, Math.round(atMs));
    running = running.filter(({ parts }) => parts.length > 0);
  }
}

/** Advances to the moment when the next part ends; returns how long that takes. */
function step(running: readonly Running<unknown>[]): number {
  const { slowness } = crowdOf(running.map(({ parts }) => parts[0]?.shared ?? false));
  const needs = ({ shared, ms }: Part) => ms * slowness(shared);
  const passed = Math.min(...running.flatMap(({ parts }) => parts.slice(0, 1).map(needs)));
  for (const { parts } of running) {
    const [part] = parts;
    if (!part) continue;
    if (needs(part) <= passed) parts.shift();
    else part.ms -= passed / slowness(part.shared);
  }
  return passed;
}

/**
 * How much slower each job is than alone. The engine and every other stage keep all processors busy, so two of them take
 * twice as long each; jobs that share the engine also take turns at its lanes.
 */
export function crowdOf(shared: readonly boolean[]) {
  const sharing = shared.filter(Boolean).length;
  const busy = shared.length - sharing + Math.min(1, sharing);
  return { sharing, slowness: (isShared: boolean) => busy * (isShared ? sharing : 1) };
}
