import type { PlannedWindow } from '../../repositories/transcripts/transcript.repository.ts';
import type { JobContext } from '../job-context.ts';

/** Reports how much of a recording is transcribed, is being transcribed and is left. */
export function createMeter(
  context: JobContext,
  left: ReadonlySet<PlannedWindow>,
  totalMs: number,
) {
  const beforeMs = lengthOf(left);
  const underWay = new Set<PlannedWindow>();
  const tell = (): void => {
    const restMs = lengthOf(left);
    const underWayMs = lengthOf(underWay);
    const reach = { doneMs: beforeMs - restMs, leftMs: restMs - underWayMs, underWayMs };
    context.progress.report('transcribing', 1 - restMs / totalMs, reach);
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
