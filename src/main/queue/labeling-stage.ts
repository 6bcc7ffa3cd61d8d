import type { Core } from '../core.ts';
import { isShortage } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import { readChannelLevels } from '../media/ffmpeg/channel-levels.ts';
import { StaleClaimError } from '../repositories/jobs/job.repository.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import { readSpeech } from '../repositories/transcripts/coverage.repository.ts';
import type { LabelSpeakers } from '../speakers/label-speakers.ts';
import type { Labeling } from '../speakers/labeling.ts';
import { rowOf } from '../speakers/voice-prints.ts';
import type { DecodedRecording } from './decode-stage.ts';
import type { JobContext } from './job-context.ts';
import { type Recognised, toLabels } from './labels.ts';

type Audio = Pick<DecodedRecording, 'path' | 'channels'>;

/** Says who speaks in what was transcribed. Whatever goes wrong here, the transcript stays as it is. */
export function createLabelingStage(
  { patient, logger }: Pick<Core, 'patient' | 'logger'>,
  {
    label,
    recognise,
  }: {
    label: LabelSpeakers;
    /** Voices of a memory among the speakers. */
    recognise: (
      memory: string,
      space: string,
      profiles: readonly Float32Array[],
    ) => Promise<Recognised>;
  },
) {
  const speakers = createSpeakerRepository(patient);
  const recognisedIn = async (memory: string, { profiles }: Labeling): Promise<Recognised> => {
    const { space, dim, vectors } = profiles;
    if (space === null) return new Map();
    const speakers = Array.from({ length: vectors.length / Math.max(1, dim) }, (_, speaker) =>
      rowOf(vectors, dim, speaker),
    );
    return await recognise(memory, space, speakers);
  };

  const run = async (context: JobContext, { path, channels }: Audio): Promise<void> => {
    const { job, claim, signal, progress } = context;
    const regions = await readSpeech(patient, job.id);
    const levels = channels === null ? null : await readChannelLevels(channels);
    const labeling = await label(
      { path, regions, levels, expected: job.options.speakers_expected },
      { signal, onProgress: (fraction) => progress.report('labeling', fraction) },
    );
    const known = job.options.speaker_recognition
      ? await recognisedIn(job.voiceMemory, labeling)
      : new Map();
    await speakers.label(claim, toLabels(labeling, regions, known));
    failpoint('speakers.stored');
    if (labeling.method === 'single' && labeling.warning !== null) {
      await context.warn('speakers_failed');
    } else if (labeling.warning !== null) await context.warn('speakers_uncertain');
  };

  return async (context: JobContext, audio: Audio): Promise<void> => {
    context.progress.report('labeling', 0);
    try {
      await run(context, audio);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof StaleClaimError || isShortage(error)) throw error;
      logger.warn({ id: context.job.id, err: error }, 'the speakers were not labeled');
      await context.warn('speakers_failed');
    }
  };
}
