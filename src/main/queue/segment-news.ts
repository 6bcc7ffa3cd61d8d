import type { Clock } from '../clock.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { HeardSoFar } from '../repositories/transcripts/heard-so-far.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';

/** Nobody reads faster, and a quick machine would tell of a window many times a second. */
const TELL_EVERY_MS = 1000;

/** Tells what was heard since it was told last; from the start of the recording at first. */
export type TellSegments = (job: Job, news: HeardSoFar) => void;

/**
 * Tells of finished windows as far as they follow one another from the start, so that nothing is ever put in above
 * what somebody reads: at most once a second, all that came meanwhile together.
 */
export function createSegmentNews({
  transcripts,
  tell,
  clock,
  job,
  signal,
}: {
  transcripts: Pick<TranscriptRepository, 'heardSoFar'>;
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
      const heard = await transcripts.heardSoFar(job.id, { words: false, after: told });
      if (heard.window > told.window && !signal.aborted) {
        tell(job, heard);
        told = { window: heard.window, segments: told.segments + heard.segments.length };
      }
      await clock.sleep(TELL_EVERY_MS, signal).catch(() => {});
    }
  };

  return {
    /** What was told does not hold any more: everything is told from the start. */
    again(): void {
      told = { window: -1, segments: 0 };
    },

    /** A window is stored. Reports what goes wrong nowhere: the text is stored, and the next news has all of it. */
    heard(): void {
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
