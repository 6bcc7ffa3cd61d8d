/**
 * Moments at which what is stored is about to change, or has just changed; the name says whose and which. Each stands
 * at one place of the program, and the sweeps in test/integration/faults strike at all of them.
 */
export const FAILPOINTS = [
  'folder.locked',
  'folder.opened',
  'schema.changing',
  'schema.changed',
  'service.announced',
  'recovery.storing',
  'recovery.stored',
  'upload.noted',
  'upload.received',
  'upload.renamed',
  'upload.storing',
  'upload.stored',
  'job.storing',
  'job.stored',
  'fetch.claimed',
  'fetch.begun',
  'fetch.received',
  'fetch.renamed',
  'fetch.stored',
  'fetch.released',
  'work.claimed',
  'decode.written',
  'decode.stored',
  'points.storing',
  'points.stored',
  'playback.made',
  'playback.kept',
  'windows.storing',
  'windows.stored',
  'language.stored',
  'window.heard',
  'window.storing',
  'window.stored',
  'speakers.storing',
  'speakers.stored',
  'text.structured',
  'end.storing',
  'end.stored',
  'failure.storing',
  'failure.stored',
  'cancel.storing',
  'cancel.stored',
  'deletion.storing',
  'deletion.stored',
  'removal.begun',
  'removal.done',
  'event.storing',
  'attempt.storing',
  'attempt.stored',
  'attempt.answered',
  'attempt.ending',
  'attempt.ended',
  'edit.storing',
  'edit.stored',
  'backup.copied',
  'backup.renamed',
  'restore.moved',
  'restore.copied',
  'restore.renamed',
  'restore.settled',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

declare global {
  /** Put in place by tests alone. */
  var stenoFailpoint: ((name: Failpoint) => void) | undefined;
}

/**
 * Does nothing: the product holds no code that dies or throws here. Tests put such code in place, in this process or
 * with a module that is loaded before the program (test/helpers/faults/preload.ts).
 */
export function failpoint(name: Failpoint): void {
  globalThis.stenoFailpoint?.(name);
}
