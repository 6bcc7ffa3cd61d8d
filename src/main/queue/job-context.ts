import { rename } from 'node:fs/promises';
import type { Stage, Warning, WarningCode } from '../../shared/transcription/transcription.ts';
import type { Clock } from '../core/clock.ts';
import type { Claim, JobFacts, JobRepository } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type {
  Measured,
  RealTimeFactors,
} from '../repositories/jobs/real-time-factor.repository.ts';
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

/** Warnings that arise before the start or after the end have sentences of their own. */
type StageWarning = Exclude<WarningCode, 'export_failed' | 'recovered' | 'recording_gaps'>;
const WARNINGS: Record<StageWarning, string> = {
  source_retried: 'The recording could not be fetched at first, so Steno tried again.',
  source_needs_js:
    'The platform needs a JavaScript program to show all of its formats, and there is none, so this may not be its best sound. Install Deno 2 (https://deno.com) or Node 22.',
  source_formats_missing:
    'The platform kept some formats from yt-dlp, so this may not be its best sound. Update yt-dlp: “Links” in the settings, or "steno yt-dlp update".',
  source_program_outdated:
    'This yt-dlp is months old, and links may soon stop working with it. Update it: “Links” in the settings, or "steno yt-dlp update".',
  source_python_outdated:
    'The Python that runs yt-dlp is too old for its next versions. Update Python, or let Steno get its own yt-dlp: “Links” in the settings, or "steno yt-dlp update".',
  no_speech: 'No speech was found in this recording.',
  several_tracks:
    'The recording has several audio tracks and one was transcribed: {count}. Transcribe it again to take another, all of them mixed, or each as a speaker.',
  single_track:
    'The recording has one audio track, so the speakers were told apart by their voices.',
  truncated_input: 'The recording is damaged or cut off; what could be read was transcribed.',
  demo_model:
    'Made with the small demo model, which knows only a few hundred words. Add a real Whisper model for your own recordings.',
  speakers_uncertain: 'The voices are hard to tell apart; some speaker labels may be wrong.',
  speakers_failed: 'The speakers could not be told apart; everybody has the same label.',
  language_uncertain: 'The language could not be told for sure. Give it to get the best result.',
  text_suppressed: 'Passages taken out because nobody spoke them: {count}. The result lists them.',
  vocabulary_cut:
    'Terms of the vocabulary that the model has no room for: {count}. The first ones were used.',
  card_failed:
    'The graphics card failed, so the processor transcribed in its place. Nothing is missing.',
  language_drift:
    'Parts of the text are in another language than the recording. Add a Whisper model of many languages and transcribe it again: that one then hears such parts.',
  transcript_tiers:
    'Tiers of the transcript that hold something else than what people say were left out: {count}.',
  part_failed: 'Parts that could not be made out: {count}. They can be transcribed again.',
};

/** The parts of the context that write to the job's row. */
export function createJobNotes(job: Job, claim: Claim, jobs: JobRepository) {
  const warnings: Warning[] = [...job.warnings];
  return {
    patch: (facts: JobFacts) => jobs.patch(claim, facts),
    async place(draft: string, path: string): Promise<void> {
      if (draft === path) return;
      await jobs.assertHeld(claim);
      await rename(draft, path);
    },
    async warn(code: StageWarning, count: number | string = 1): Promise<void> {
      if (warnings.some((warning) => warning.code === code)) return;
      warnings.push({ code, message: WARNINGS[code].replace('{count}', () => String(count)) });
      await jobs.warn(claim, warnings);
    },
  };
}
