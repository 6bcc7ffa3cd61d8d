/**
 * Says to other pages that this one makes the recording: browsers give it free when the page closes or crashes. Resolves
 * to what gives it free before, or to `null` while another page has it.
 */
export const lockRecording = (key: string): Promise<(() => void) | null> =>
  request(key, { ifAvailable: true });

/** The same, as soon as no other page has it: one that has crashed has it for a moment yet. `null` without locks. */
export const lockWhenFree = (key: string): Promise<(() => void) | null> => request(key, {});

function request(key: string, options: LockOptions): Promise<(() => void) | null> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(null);
  return new Promise((resolve) => {
    void locks.request(`recording-${key}`, options, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}
