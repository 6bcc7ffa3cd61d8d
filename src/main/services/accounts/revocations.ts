export type Revocations = ReturnType<typeof createRevocations>;

/** Ends at once what is still open for a key that was revoked or a session that was ended. */
export function createRevocations() {
  const open = new Map<string, Set<AbortController>>();
  const revoked = new Set<string>();
  return {
    /** A signal that aborts when the key or session is gone; `release` it when nothing is open any more. */
    watch(id: string): { signal: AbortSignal; release: () => void } {
      const controller = new AbortController();
      // It may have been recognised a moment before it was revoked.
      if (revoked.has(id)) controller.abort(ended());
      const others = open.get(id) ?? new Set();
      open.set(id, others.add(controller));
      const release = () => {
        others.delete(controller);
        if (others.size === 0 && open.get(id) === others) open.delete(id);
      };
      return { signal: controller.signal, release };
    },

    revoke(id: string): void {
      const controllers = open.get(id) ?? [];
      open.delete(id);
      revoked.add(id);
      for (const controller of controllers) controller.abort(ended());
    },
  };
}

function ended(): Error {
  return new Error('Access has ended.');
}
