import { createRespell } from '../../../shared/spelling/respell.ts';
import type { Stage } from '../../../shared/transcription/transcription.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Core } from '../../core.ts';
import { workOf } from '../../repositories/folder/data-folder.ts';
import { createJobRepository } from '../../repositories/jobs/job.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { JobEndings } from '../../repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { createSpellingRepository } from '../../repositories/transcripts/spelling.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import type { StructureText } from '../after/structuring-queue.ts';
import type { JobContext } from '../job-context.ts';
import type { DecodedRecording } from '../prepare/decode-recording.ts';
import type { PlaybackStage } from '../prepare/playback-stage.ts';
import type { EarlyEndings } from './interrupted-jobs.ts';
import type { VoicesAhead } from './voices-ahead.ts';

/** Determines who speaks when, and stores it. */
type Labeling = (
  context: JobContext,
  audio: DecodedRecording,
  voices: Pick<VoicesAhead, 'end'>,
) => Promise<void>;

export type FinishPorts = {
  endings: Pick<JobEndings, 'complete'>;
  tidyUp: EarlyEndings['tidyUp'];
  label: Labeling;
  structure: StructureText;
  /** Whether a language model improves structured texts afterwards. */
  wantsImproving: () => Promise<boolean>;
  /** Announces a job's state to all who may see it. */
  announce: (job: Job) => void;
};

/** What finishing a recording needs beside its words. */
type Finishing = {
  /** What it costs. */
  points: number;
  /** What can be played of it. */
  kept: Pick<ReturnType<PlaybackStage['start']>, 'finish'>;
  voices: Pick<VoicesAhead, 'end'>;
  /** Called with each stage that begins. */
  at: (stage: Stage) => void;
};

/** Takes a recording from its words to the end: speakers, spelling, structure, what can be played, and its completion. */
export function createFinish(
  { patient, tasks, clock, logger }: Pick<Core, 'patient' | 'tasks' | 'clock' | 'logger'>,
  { endings, tidyUp, label, structure, wantsImproving, announce }: FinishPorts,
) {
  const jobs = createJobRepository(patient, tasks);
  const transcriptions = createTranscriptionRepository(patient);
  const transcripts = createTranscriptRepository(patient);
  const spellings = createSpellingRepository(patient);

  /** The structured text as JSON; null where it is not wanted. */
  const structured = async (context: JobContext, mediaMs: number): Promise<string | null> => {
    const { job, progress, signal } = context;
    if (!job.options.structure) return null;
    progress.report('structuring', 0);
    const startedAt = progress.spentMs();
    const text = await structure(await transcripts.segments(job.id), mediaMs, signal);
    failpoint('text.structured');
    const wallMs = progress.spentMs() - startedAt;
    await context.recordTiming({ stage: 'structuring', model: null, mediaMs, wallMs });
    return text;
  };

  return async (
    context: JobContext,
    audio: DecodedRecording,
    { points, kept, voices, at }: Finishing,
  ): Promise<void> => {
    const { job, claim, progress, signal } = context;
    const { vocabulary, spelling, transcript } = job.options;
    at('labeling');
    // A transcript that was given has its speakers and its spelling.
    if (transcript === null) {
      await label(context, audio, voices);
      if (vocabulary.length + spelling.length > 0) {
        await spellings.respell(claim, createRespell(vocabulary, spelling), signal);
      }
    }
    at('structuring');
    const text = await structured(context, audio.durationMs);
    // The results of a job that another service has taken over are not moved into place.
    await jobs.assertHeld(claim);
    await kept.finish();
    await progress.flush();
    signal.throwIfAborted();
    const improve = text !== null && (await wantsImproving());
    const end = { at: clock.now(), points, structured: text, improve };
    const done = await endings.complete(claim, end);
    failpoint('end.stored');
    await tidyUp(job.id, [workOf(job.id)]);
    // It may have been changed or deleted since.
    const now = await transcriptions.find(job.id, EVERYTHING);
    if (now) announce(now);
    logger.info({ transcriptionId: job.id, durationMs: done.durationMs }, 'completed');
  };
}
