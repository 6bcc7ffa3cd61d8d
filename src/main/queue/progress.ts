import type { Stage } from '../../shared/transcription/transcription.ts';
import type { Clock } from '../core/clock.ts';
import type { RealTimeFactors } from '../repositories/jobs/real-time-factor.repository.ts';
import type { PlannedWindow } from '../repositories/transcripts/transcript.repository.ts';
import type { JobForecast, Reach } from './forecast/forecast.ts';
import { sharesOf } from './forecast/stage-times.ts';

export type ProgressPoint = { stage: Stage; progress: number; etaMs: number | null };

const WRITE_EVERY_MS = 400;

export type ProgressReporter = {
  /** Sets this machine's real-time factors for the job's model; until then the default shares apply. */
  expect(factors: RealTimeFactors): void;
  /** Sets the recording's duration as soon as it is known; without it there is no estimate of the time left. */
  lasts(durationMs: number): void;
  /** `fraction` of the stage, 0–1; `reach` if measurements refer to another part of the recording. */
  report(stage: Stage, fraction: number, reach?: Reach): void;
  /** Writes the last point again if its time left has changed since. */
  refresh(): void;
  /** The job's share of the elapsed time, for measuring stages; always 0 while it is only fetched. */
  spentMs(): number;
  /** Waits until everything reported is written. */
  flush(): Promise<void>;
};

/** Throttles the stages' reports and writes them one at a time, the newest last. */
export function createProgressReporter({
  write,
  onError,
  forecast,
  clock,
}: {
  write: (point: ProgressPoint) => Promise<void>;
  onError: (error: unknown) => void;
  /** Null for a job that is only fetched: the speed of a network is unknown. */
  forecast: JobForecast | null;
  clock: Clock;
}): ProgressReporter {
  let factors: RealTimeFactors = new Map();
  let durationMs: number | null = null;
  let waiting: Omit<ProgressPoint, 'etaMs'> | null = null;
  let written: ProgressPoint | null = null;
  let writing: Promise<void> | null = null;
  let lastStage: Stage | null = null;
  let reported: Stage | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;
  let pause: AbortController | null = null;

  const drain = async (): Promise<void> => {
    while (waiting) {
      const point = { ...waiting, etaMs: forecast?.leftMs() ?? null };
      waiting = null;
      written = point;
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

  /** Writes a pending report after a delay, in case no other follows for a long time. */
  const writeAfter = (ms: number): void => {
    if (pause) return;
    pause = new AbortController();
    clock.sleep(ms, pause.signal).then(writeNow, () => {});
  };

  return {
    expect(measured) {
      factors = measured;
      forecast?.expect(measured);
    },
    lasts(length) {
      durationMs = length;
      forecast?.lasts(length);
    },
    report(stage, fraction, reach) {
      const share = Math.min(1, Math.max(0, fraction));
      const [from, to] = sharesOf(factors)[stage];
      const length = durationMs ?? 0;
      if (stage !== 'transcribing' || reach) {
        forecast?.reach(stage, reach ?? { doneMs: length * share, leftMs: length * (1 - share) });
      } else if (stage !== reported) {
        // Before the meter runs, transcribing is part of detecting speech and language.
        forecast?.reach('detecting', { doneMs: 0, leftMs: length });
      }
      waiting = { stage, progress: from + (to - from) * share };
      reported = stage;
      const early = stage === lastStage ? WRITE_EVERY_MS - (clock.mono() - lastAt) : 0;
      if (early > 0) writeAfter(early);
      else writeNow();
    },
    refresh() {
      if (written === null || waiting !== null || writing !== null) return;
      const [before, now] = [written.etaMs, forecast?.leftMs() ?? null];
      if (toSeconds(before) === toSeconds(now)) return;
      waiting = { stage: written.stage, progress: written.progress };
      writeNow();
    },
    spentMs: () => forecast?.spentMs() ?? 0,
    async flush() {
      writeNow();
      await writing;
    },
  };
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.ceil(ms / 1000);
}

/** Reports how much of a recording is transcribed, is being transcribed and is left. */
export function createMeter(
  progress: Pick<ProgressReporter, 'report'>,
  left: ReadonlySet<PlannedWindow>,
  totalMs: number,
) {
  const beforeMs = lengthOf(left);
  const underWay = new Set<PlannedWindow>();
  const tell = (): void => {
    const restMs = lengthOf(left);
    const underWayMs = lengthOf(underWay);
    const reach = { doneMs: beforeMs - restMs, leftMs: restMs - underWayMs, underWayMs };
    progress.report('transcribing', 1 - restMs / totalMs, reach);
  };
  return {
    begin(window: PlannedWindow): void {
      underWay.add(window);
      tell();
    },
    done(window: PlannedWindow): void {
      underWay.delete(window);
      tell();
    },
  };
}

/** In milliseconds. */
export function lengthOf(windows: Iterable<PlannedWindow>): number {
  let length = 0;
  for (const { startMs, endMs } of windows) length += endMs - startMs;
  return length;
}
