/** What the microphone and the computer play, as blocks of samples at one rate and on one clock. */
import type { RecordedTrack } from '../../../shared/recordings.ts';

export type Capture = {
  /** Records this stream on a track, or silence. */
  connect: (track: RecordedTrack, stream: MediaStream | null) => void;
  /** Has it run again where the system has stopped it. */
  resume: () => Promise<void>;
  close: () => Promise<void>;
};
