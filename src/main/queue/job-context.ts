import type { Warning, WarningCode } from '../../shared/transcription/transcription.ts';
import type { Claim, JobFacts, JobRepository } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { Measured } from '../repositories/jobs/pace.repository.ts';
import type { ProgressReporter } from './progress.ts';

/** What a stage is given: the job as it stood when it was claimed, and the means to report and to stop. */
export type JobContext = {
  job: Job;
  claim: Claim;
  /** A folder of the job's own, gone when the job is over. */
  folder: string;
  signal: AbortSignal;
  progress: ProgressReporter;
  learn(facts: JobFacts): Promise<void>;
  /** Once for each code; `count` is how many passages it is about. */
  warn(code: WarningCode, count?: number): Promise<void>;
  /** Remembers how long a stage took, so that the next time left is a better guess. */
  took(measured: Measured): Promise<void>;
};

const WARNINGS: Record<WarningCode, string> = {
  source_retried: 'The recording could not be fetched at the first try, so it was tried again.',
  no_speech: 'No speech was found in this recording.',
  truncated_input: 'The recording is damaged or cut off; what could be read was transcribed.',
  demo_model:
    'Made with the small demo model, which knows only a few hundred words. Add a real Whisper model for your own recordings.',
  speakers_uncertain: 'The voices are hard to tell apart; some speaker labels may be wrong.',
  speakers_failed: 'The speakers could not be told apart; everybody has the same label.',
  language_uncertain: 'The language could not be told for sure. Give it to get the best result.',
  text_suppressed: 'Passages taken out because nobody spoke them: {count}. The result lists them.',
  part_failed: 'Parts that could not be made out: {count}. `coverage` says how long they are.',
};

/** The parts of a context that write to the job's row. */
export function createJobNotes(job: Job, claim: Claim, jobs: JobRepository) {
  const warnings: Warning[] = [...job.warnings];
  return {
    learn: (facts: JobFacts) => jobs.learn(claim, facts),
    async warn(code: WarningCode, count = 1): Promise<void> {
      if (warnings.some((warning) => warning.code === code)) return;
      warnings.push({ code, message: WARNINGS[code].replace('{count}', String(count)) });
      await jobs.warn(claim, warnings);
    },
  };
}
