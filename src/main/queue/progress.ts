import type { Stage } from '../../shared/transcription/transcription.ts';
import type { Clock } from '../clock.ts';
import type { Paces } from '../repositories/jobs/pace.repository.ts';
import { sharesOf, timeAfter } from './stage-times.ts';

export type ProgressPoint = { stage: Stage; progress: number; etaMs: number | null };

const WRITE_EVERY_MS = 400;

export type ProgressReporter = {
  /** Sets how fast this machine is with the job's model; until then the usual shares count. */
  expect(paces: Paces): void;
  /** The recording's length, as soon as anything tells it; without it there is no time left. */
  lasts(durationMs: number): void;
  /** `fraction` of the stage, 0–1; `leftMs` of the stage where it knows better than its pace. */
  report(stage: Stage, fraction: number, leftMs?: number | null): void;
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
  let paces: Paces = new Map();
  let durationMs: number | null = null;
  let waiting: ProgressPoint | null = null;
  let writing: Promise<void> | null = null;
  let lastStage: Stage | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;
  let pause: AbortController | null = null;

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

  const writeNow = (): void => {
    pause?.abort();
    pause = null;
    if (waiting) writing ??= drain();
  };

  /** Perhaps nothing more comes for a long time, and then this point is the newest there is. */
  const writeAfter = (ms: number): void => {
    if (pause) return;
    pause = new AbortController();
    clock.sleep(ms, pause.signal).then(writeNow, () => {});
  };

  const timeLeft = (stage: Stage, fraction: number, leftMs: number | null): number | null => {
    const pace = paces.get(stage);
    const length = durationMs ?? 0;
    const byPace =
      durationMs === null || pace === undefined ? null : pace * length * (1 - fraction);
    const left = leftMs ?? byPace;
    return left === null ? null : Math.round(left + timeAfter(stage, paces, length));
  };

  return {
    expect(learnt) {
      paces = learnt;
    },
    lasts(length) {
      durationMs = length;
    },
    report(stage, fraction, leftMs = null) {
      const share = Math.min(1, Math.max(0, fraction));
      const [from, to] = sharesOf(paces)[stage];
      const etaMs = timeLeft(stage, share, leftMs);
      waiting = { stage, progress: from + (to - from) * share, etaMs };
      const early = stage === lastStage ? WRITE_EVERY_MS - (clock.mono() - lastAt) : 0;
      if (early > 0) writeAfter(early);
      else writeNow();
    },
    async flush() {
      writeNow();
      await writing;
    },
  };
}
