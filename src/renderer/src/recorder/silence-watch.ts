import type { RecordedTrack } from '../../../shared/recordings.ts';

/** Below this a microphone that works hears the room; a live track of pure silence is the usual way to fail. */
const SILENT = 0.0005;
/** So many blocks of a tenth of a second: five seconds. */
const BLOCKS = 50;

/**
 * Tells which tracks have been silent for five seconds: a microphone at any time, the computer only until it was heard
 * for the first time, as nothing is played while nobody speaks.
 */
export function createSilenceWatch() {
  const silent = { microphone: 0, computer: 0 };
  let computerHeard = false;
  return {
    add(track: RecordedTrack, peak: number): void {
      const heard = peak >= SILENT;
      silent[track] = heard ? 0 : silent[track] + 1;
      if (track === 'computer' && heard) computerHeard = true;
    },
    isSilent: (track: RecordedTrack): boolean =>
      silent[track] >= BLOCKS && !(track === 'computer' && computerHeard),
    /** Another device is recorded from now on. */
    reset(track: RecordedTrack): void {
      silent[track] = 0;
      if (track === 'computer') computerHeard = false;
    },
  };
}
