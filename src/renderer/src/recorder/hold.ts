/**
 * Says to other pages that this one makes the recording: browsers give it free when the page closes or crashes. Resolves
 * to what gives it free before, or to `null` while another page has it.
 */
export function hold(key: string): Promise<(() => void) | null> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(null);
  return new Promise((resolve) => {
    void locks.request(`recording-${key}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}
