import { create } from 'zustand';
import type { RecordedTrack } from '../../../../shared/recordings.ts';

/** How loud each track is, 0 to 1, ten times a second: apart from the rest, which changes seldom. */
export const useLevels = create<Readonly<Record<RecordedTrack, number>>>()(() => ({
  microphone: 0,
  computer: 0,
}));
