import type { Stage } from '../../shared/transcription.ts';
import type { Clock } from '../clock.ts';

export type ProgressPoint = { stage: Stage; progress: number; etaMs: number | null };

/** Where each stage begins and ends on the way from 0 to 1; transcribing takes nearly all the time. */
const SHARES: Record<Stage, readonly [from: number, to: number]> = {
  fetching: [0, 0.05],
  decoding: [0.05, 0.1],
  transcribing: [0.1, 0.96],
  labeling: [0.96, 0.98],
  structuring: [0.98, 0.99],
};
const WRITE_EVERY_MS = 400;

export type ProgressReporter = {
  /** `fraction` of the stage, 0–1; `etaMs` to the end of the job where it can be told. */
  report(stage: Stage, fraction: number, etaMs?: number | null): void;
  /** Waits until what was reported is written. */
  flush(): Promise<void>;
};

/** Thins out what the stages report and writes one point after the other, the newest last. */
export function createProgressReporter({
  write,
  onError,
  clock,
}: {
  write: (point: ProgressPoint) => Promise<void>;
  onError: (error: unknown) => void;
  clock: Clock;
}): ProgressReporter {
  let waiting: ProgressPoint | null = null;
  let writing: Promise<void> | null = null;
  let lastStage: Stage | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;

  const drain = async (): Promise<void> => {
    while (waiting) {
      const point = waiting;
      waiting = null;
      lastAt = clock.mono();
      lastStage = point.stage;
      await write(point).catch(onError);
    }
    writing = null;
  };

  return {
    report(stage, fraction, etaMs = null) {
      const [from, to] = SHARES[stage];
      const progress = from + (to - from) * Math.min(1, Math.max(0, fraction));
      waiting = { stage, progress, etaMs };
      const due = stage !== lastStage || clock.mono() - lastAt >= WRITE_EVERY_MS;
      if (due) writing ??= drain();
    },
    async flush() {
      if (waiting) writing ??= drain();
      await writing;
    },
  };
}
