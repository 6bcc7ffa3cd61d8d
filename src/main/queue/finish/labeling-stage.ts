import type { TimeSpan } from '../../../shared/time.ts';
import { speakerNames } from '../../../shared/transcription/tracks.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { isShortage } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import { readChannelLevels } from '../../media/ffmpeg/channel-levels.ts';
import { StaleClaimError } from '../../repositories/jobs/job.repository.ts';
import { createSpeakerRepository } from '../../repositories/speakers/speaker.repository.ts';
import type {
  LabeledSpeaker,
  Labels,
  SegmentWords,
} from '../../repositories/speakers/speaker-labels.ts';
import { readSpeech } from '../../repositories/transcripts/coverage.repository.ts';
import { warningFor } from '../../speakers/label-warnings.ts';
import type { Labeler, Labeling } from '../../speakers/labeling.ts';
import type { LabelSpeakers } from '../../speakers/labeling-methods.ts';
import { findOverlaps } from '../../speakers/overlaps/find-overlaps.ts';
import { packEvidence, unpackEvidence } from '../../speakers/stored-embeddings.ts';
import { attributeWords } from '../../speakers/turns/attribute-words.ts';
import { rowOf, type Turn } from '../../speakers/voice-embeddings.ts';
import type { JobContext } from '../job-context.ts';
import type { DecodedRecording } from '../prepare/decode-recording.ts';
import type { VoicesAhead } from './voices-ahead.ts';

type Audio = Pick<DecodedRecording, 'path' | 'durationMs' | 'channels' | 'tracks'>;
type Voices = Pick<VoicesAhead, 'end'>;

/** Assigns speakers to a transcript. If it fails, the transcript stays unchanged. */
export function createLabelingStage(
  { patient, logger }: Pick<Core, 'patient' | 'logger'>,
  {
    label,
    recognize,
  }: {
    label: LabelSpeakers;
    /** Matches the speakers with remembered voices. */
    recognize: (
      memory: string,
      space: string,
      centroids: readonly Float32Array[],
    ) => Promise<Recognized>;
  },
) {
  const speakers = createSpeakerRepository(patient);
  const recognizedIn = async (memory: string, { centroids }: Labeling): Promise<Recognized> => {
    const { space, dim, vectors } = centroids;
    if (space === null) return new Map();
    const speakers = Array.from({ length: vectors.length / Math.max(1, dim) }, (_, speaker) =>
      rowOf(vectors, dim, speaker),
    );
    return await recognize(memory, space, speakers);
  };

  const run = async (context: JobContext, audio: Audio, voices: Voices): Promise<void> => {
    const { path, durationMs, channels, tracks } = audio;
    const { job, claim, signal, progress } = context;
    const regions = await readSpeech(patient, job.id);
    const levels = channels === null ? null : await readChannelLevels(channels);
    const startedAt = progress.spentMs();
    const ahead = await voices.end();
    const labeling = await label(
      // Tracks say themselves how many people there are.
      {
        ...{ path, regions, levels, ahead },
        expected: levels?.ofTracks ? null : job.options.speakers_expected,
      },
      { signal, onProgress: (fraction) => progress.report('labeling', fraction) },
    );
    const known = job.options.speaker_recognition
      ? await recognizedIn(job.voiceMemory, labeling)
      : new Map();
    const names = levels?.ofTracks && labeling.method === 'channels' ? speakerNames(tracks) : [];
    await speakers.label(claim, toLabels(labeling, regions, { known, names }));
    failpoint('speakers.stored');
    const wallMs = progress.spentMs() - startedAt;
    await context.recordTiming({ stage: 'labeling', model: null, mediaMs: durationMs, wallMs });
    if (labeling.method === 'single' && labeling.warning !== null) {
      await context.warn('speakers_failed');
    } else if (labeling.warning !== null) await context.warn('speakers_uncertain');
  };

  return async (context: JobContext, audio: Audio, voices: Voices): Promise<void> => {
    context.progress.report('labeling', 0);
    try {
      await run(context, audio, voices);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof StaleClaimError || isShortage(error)) throw error;
      if (await context.wasDisturbed()) throw error;
      logger.warn({ transcriptionId: context.job.id, err: error }, 'the speakers were not labeled');
      await context.warn('speakers_failed');
    }
  };
}

/** Labels a completed transcription again from its stored embeddings. Resolves to false if none were stored. */
export type LabelAgain = (
  id: string,
  expected: number | null,
  options: {
    signal: AbortSignal;
    /** The structured text for segments with their new speakers, as JSON; null if there is none. */
    structure: (segments: readonly Segment[]) => Promise<string | null>;
  },
) => Promise<boolean>;

/** Clusters the voices of a finished recording again, using the embeddings stored with its first labeling. */
export function createLabelAgain(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { label }: { label: Labeler },
): LabelAgain {
  const speakers = createSpeakerRepository(db);
  return async (id, expected, { signal, structure }) => {
    const packed = await speakers.evidence(id);
    if (!packed) return false;
    const { regions, embeddings, channelTurns, voiceTurns } = unpackEvidence(packed);
    const labeling = await label(
      {
        regions,
        expected,
        channelTurns,
        voiceTurns,
        source: { kind: 'embeddings', embeddings },
      },
      { signal },
    );
    const warning = warningFor(labeling);
    const labels = toLabels({ ...labeling, warning }, regions);
    // The structured text takes a while to make; what is edited meanwhile is labeled as well.
    for (;;) {
      const plan = await speakers.planRelabeling(id, labels);
      const body = await structure(plan.segments);
      try {
        await speakers.relabel(id, plan, body, clock.now());
        return true;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'edited_elsewhere') throw error;
      }
    }
  };
}

/** The recognized speakers: name and remembered voice, by the speaker's number in the labeling. */
export type Recognized = ReadonlyMap<number, { name: string; voiceId: string }>;

/** A labeling in its stored form, with a speaker for every word. */
function toLabels(
  labeling: Labeling & { warning: string | null },
  regions: readonly TimeSpan[],
  {
    known: recognized,
    names,
  }: {
    known: Recognized;
    /** By the speaker's number, where the recording itself names them. */
    names: readonly (string | null)[];
  } = { known: new Map(), names: [] },
): (segments: readonly SegmentWords[]) => Labels {
  const { method, turns, confidence, warning, embeddings, centroids } = labeling;
  const { channelTurns, voiceTurns } = labeling;
  return (segments) => {
    const { parts, order } = attributeWords(segments, turns);
    const speakerOf = (speaker: number): LabeledSpeaker => {
      const centroid = rowOf(centroids.vectors, centroids.dim, speaker);
      const known = recognized.get(speaker);
      return {
        confidence: confidenceOf(turns, speaker),
        // All zeros when the speaker says too little.
        centroid: centroid.some((value) => value !== 0) ? centroid : null,
        name: known?.name ?? names[speaker] ?? null,
        voiceId: known?.voiceId ?? null,
      };
    };
    return {
      method,
      model: method === 'single' ? null : embeddings.model,
      confidence,
      warning,
      evidence:
        embeddings.dim === 0
          ? null
          : packEvidence({ regions, embeddings, channelTurns, voiceTurns }),
      space: centroids.space,
      speakers: order.map(speakerOf),
      parts,
      overlaps: findOverlaps(turns).map(({ startMs, endMs, speakers }) => ({
        startMs,
        endMs,
        speakers: speakers.map((speaker) => order.indexOf(speaker)).filter((at) => at >= 0),
      })),
    };
  };
}

/** Averages over all turns of a speaker, weighted by duration. */
function confidenceOf(turns: readonly Turn[], speaker: number): number {
  let [sum, total] = [0, 0];
  for (const turn of turns) {
    if (turn.speaker !== speaker) continue;
    sum += turn.confidence * (turn.endMs - turn.startMs);
    total += turn.endMs - turn.startMs;
  }
  return sum / Math.max(1, total);
}
