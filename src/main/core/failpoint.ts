/**
 * Moments just before or after stored data changes; the name says whose and which. Each occurs at one place in the
 * program, and the sweeps in test/integration/faults trigger all of them.
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
  'windows.asking',
  'windows.asked',
  'language.stored',
  'window.transcribed',
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
  'export.written',
  'export.placed',
  'backup.copied',
  'backup.renamed',
  'restore.moved',
  'restore.copied',
  'restore.renamed',
  'restore.copying',
  'restore.settled',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

declare global {
  /** Set only by tests. */
  var stenoFailpoint: ((name: Failpoint) => void) | undefined;
}

/**
 * Does nothing: the product contains no code that dies or throws here. Tests install such code, in this process or with
 * a module loaded before the program (test/helpers/faults/preload.ts).
 */
export function failpoint(name: Failpoint): void {
  globalThis.stenoFailpoint?.(name);
}
