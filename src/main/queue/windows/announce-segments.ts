import type { Clock } from '../../core/clock.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { TranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import type { TranscriptSoFar } from '../../repositories/transcripts/transcript-so-far.ts';

/** People read no faster, and a fast machine would announce windows many times a second. */
const TELL_EVERY_MS = 1000;

/** Announces the segments since the last announcement; from the start of the recording at first. */
export type TellSegments = (job: Job, news: TranscriptSoFar) => void;

export type SegmentNews = ReturnType<typeof createSegmentNews>;

/**
 * Announces finished windows as far as they are contiguous from the start, so that no text is ever inserted above what
 * the user reads. At most once a second, with all new windows together.
 */
export function createSegmentNews({
  transcripts,
  tell,
  clock,
  job,
  signal,
}: {
  transcripts: Pick<TranscriptRepository, 'transcriptSoFar'>;
  tell: TellSegments;
  clock: Clock;
  job: Job;
  signal: AbortSignal;
}) {
  let told = { window: -1, segments: 0 };
  let news = false;
  let telling = false;

  const tellAll = async (): Promise<void> => {
    while (news && !signal.aborted) {
      news = false;
      const after = told;
      const transcript = await transcripts.transcriptSoFar(job.id, { words: false, after });
      // What was read before everything began again is no longer so.
      const isSo = told === after && !signal.aborted;
      if (isSo && transcript.window > told.window) {
        tell(job, transcript);
        told = { window: transcript.window, segments: told.segments + transcript.segments.length };
      }
      await clock.sleep(TELL_EVERY_MS, signal).catch(() => {});
    }
  };

  return {
    /** The announced segments are no longer valid: everything is announced again from the start. */
    again(): void {
      told = { window: -1, segments: 0 };
    },

    /** A window was stored. Errors are not reported: the text is stored, and the next announcement includes it. */
    windowStored(): void {
      news = true;
      if (telling) return;
      telling = true;
      void tellAll()
        .catch(() => {})
        .finally(() => {
          telling = false;
        });
    },
  };
}
