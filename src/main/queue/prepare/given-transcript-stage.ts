/** Takes the transcript that was given with a recording, instead of transcribing it. */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Core } from '../../core.ts';
import { createSpeakerRepository } from '../../repositories/speakers/speaker.repository.ts';
import { labelOf } from '../../repositories/speakers/speaker-labels.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { whileAway } from '../../storage/media-storage.ts';
import type {
  GivenRecording,
  TakenSegment,
  TakenTranscript,
  TakenWindow,
} from '../../structure/take-given-transcript.ts';
import type { JobContext } from '../job-context.ts';

/** Reads a transcript outside this thread. @throws transcript_… */
export type TakeTranscript = (
  file: string | Uint8Array,
  recording: GivenRecording,
  signal: AbortSignal,
) => Promise<TakenTranscript>;

/** The stage that replaces transcribing and labeling. */
export function createGivenTranscriptStage(
  { patient, clock, logger }: Pick<Core, 'patient' | 'clock' | 'logger'>,
  {
    readUpload,
    takeTranscript,
  }: { readUpload: (url: string) => Promise<string | Uint8Array>; takeTranscript: TakeTranscript },
) {
  const transcripts = createTranscriptRepository(patient);
  const speakers = createSpeakerRepository(patient);

  return async (context: JobContext, { durationMs }: { durationMs: number }): Promise<void> => {
    const { job, claim, signal, progress } = context;
    const { transcript, language: asked } = job.options;
    if (transcript === null) throw new AppError('internal');
    progress.report('transcribing', 0);
    const file = await whileAway({ clock, logger }, signal, () => readUpload(transcript));
    const given = await takeTranscript(file, { durationMs, language: asked }, signal);
    const { language, windows, speech } = given;
    if (given.isUncertain) await context.warn('language_uncertain');
    if (given.leftOut !== null) await context.warn('transcript_tiers', given.leftOut);
    await speakers.give(claim, given.speakers.map(toName));
    failpoint('speakers.stored');
    const planned = windows.map(({ startMs, endMs }, index) => ({ index, startMs, endMs }));
    await transcripts.plan(claim, { windows: planned, speech });
    failpoint('windows.stored');
    for (const [index, window] of windows.entries()) {
      // Requests get their turn: writing to the database alone does not give it to them.
      await setImmediate();
      signal.throwIfAborted();
      await transcripts.commitWindow(claim, {
        index,
        language,
        noSpeechProb: 0,
        suppressed: [],
        error: null,
        model: null,
        machine: null,
        rescued: false,
        segments: segmentsOf(window),
      });
      progress.report('transcribing', window.endMs / durationMs);
    }
    await context.patch({ language });
  };
}

function segmentsOf({ segments }: TakenWindow) {
  const taken = JSON.parse(segments) as TakenSegment[];
  return taken.map((segment) => ({ ...segment, speaker: labelOf(segment.speaker) }));
}

/** A label such as `Speaker 2` is not a name. */
function toName(name: string | null): string | null {
  return name === null || /^Speaker \d+$/.test(name) ? null : name;
}
