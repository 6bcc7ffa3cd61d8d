import type { RecordedTrack } from '../../../shared/recordings.ts';

/** How loud each track is, 0 to 1. */
export type Levels = Readonly<Record<RecordedTrack, number>>;

const NONE: Levels = { microphone: 0, computer: 0 };
/** What was heard longer ago says nothing of now: the device is away, or it is paused. */
const FRESH_MS = 500;

let last = NONE;
let before = NONE;
let heardAt = Number.NEGATIVE_INFINITY;

/** Ten times a second: nobody is told, whoever shows a level looks as often as it draws. */
export function setLevels(levels: Levels): void {
  before = last;
  last = levels;
  heardAt = performance.now();
}

/** The louder of the last two, as it is drawn half as often as it is heard. */
export const levelOf = (track: RecordedTrack): number =>
  performance.now() - heardAt > FRESH_MS ? 0 : Math.max(last[track], before[track]);
