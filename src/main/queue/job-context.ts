import { rename } from 'node:fs/promises';
import type { Claim, JobFacts, JobRepository } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { Measured } from '../repositories/jobs/real-time-factor.repository.ts';
import { type StageWarning, toWarning } from './job-warnings.ts';
import type { ProgressReporter } from './progress.ts';

/** What a stage receives: the job as it was when claimed, and the means to report progress and to abort. */
export type JobContext = {
  job: Job;
  claim: Claim;
  /** A folder for this job only, removed when the job ends. */
  folder: string;
  /**
   * The path for a file before it is moved to its place in the folder. With several services on one database, one that
   * was silent and has lost the job may still write there: its drafts have other names.
   */
  draft(name: string): string;
  /** Moves a draft to its place, unless another service has taken the job over. @throws StaleClaimError */
  place(draft: string, path: string): Promise<void>;
  signal: AbortSignal;
  /** Whether the data folder was away meanwhile, so that an error says nothing about the recording. */
  wasDisturbed(): Promise<boolean>;
  progress: ProgressReporter;
  patch(facts: JobFacts): Promise<void>;
  /** At most once per code; `count` is the number of passages affected. */
  warn(code: StageWarning, count?: number | string): Promise<void>;
  /** Records how long a stage took, to improve the next estimates. */
  recordTiming(measured: Measured): Promise<void>;
};

/** The parts of the context that write to the job's row. */
export function createJobNotes(job: Job, claim: Claim, jobs: JobRepository) {
  const warnings = [...job.warnings];
  return {
    patch: (facts: JobFacts) => jobs.patch(claim, facts),
    async place(draft: string, path: string): Promise<void> {
      if (draft === path) return;
      await jobs.assertHeld(claim);
      await rename(draft, path);
    },
    async warn(code: StageWarning, count: number | string = 1): Promise<void> {
      if (warnings.some((warning) => warning.code === code)) return;
      warnings.push(toWarning(code, count));
      await jobs.warn(claim, warnings);
    },
  };
}
