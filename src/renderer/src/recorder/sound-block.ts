import type { RecordedTrack } from '../../../shared/recordings.ts';

/** A tenth of a second of both tracks, at `RECORDED_RATE`. */
export type Block = {
  /** When its last sample was heard, by the system's clock. */
  at: number;
  sound: Readonly<Record<RecordedTrack, Int16Array<ArrayBuffer>>>;
};

/** The loudest sample of each, 0 to 1. */
export function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(1, peak / 32_767);
}
