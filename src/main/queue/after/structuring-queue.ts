import { Structured } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Core } from '../../core.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import {
  createStructuringRepository,
  type Structuring,
} from '../../repositories/transcripts/structuring.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { createHousekeepingWorker } from './housekeeping-worker.ts';

/** A language model's server that is not running now may be running later. */
const RETRY_MS = [60_000, 600_000, 3_600_000];
const MAY_PASS: readonly string[] = ['unreachable', 'timeout', 'failed'];

/** Returns the structured text as JSON, computed outside this thread. */
export type StructureText = (
  segments: readonly Segment[],
  durationMs: number,
  signal: AbortSignal,
) => Promise<string>;

/** Improves a structured text with a language model; null when none is configured. */
export type ImproveText = (input: {
  structured: Structured;
  segments: readonly Segment[];
  durationMs: number;
  signal: AbortSignal;
}) => Promise<Structured | null>;

/** Structures transcriptions again after they are completed. */
export function createStructuring(
  core: Core,
  {
    structure,
    improve,
    announce,
  }: {
    structure: StructureText;
    improve: ImproveText;
    announce: (job: Job) => void;
  },
) {
  const { db, events, peerMessages, closing, clock, logger, onStop } = core;
  const structurings = createStructuringRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);

  const make = async (job: Job): Promise<Structured> => {
    const segments = await transcripts.segments(job.id);
    const durationMs = job.durationMs ?? 0;
    const signal = closing;
    const body: unknown = JSON.parse(await structure(segments, durationMs, signal));
    const structured = Structured.parse(body);
    return (await improve({ structured, segments, durationMs, signal })) ?? structured;
  };

  const run = async (work: Structuring): Promise<void> => {
    const job = await transcriptions.find(work.id, EVERYTHING);
    if (job?.status !== 'completed') return structurings.drop(work);
    try {
      const structured = await make(job);
      const { mode, fallbacks } = structured.generator;
      const wait = RETRY_MS[work.attempts - 1];
      const nothing = mode === 'extractive' && MAY_PASS.includes(fallbacks[0]?.reason ?? '');
      if (nothing && wait !== undefined) {
        return await structurings.postpone(work, clock.now() + wait);
      }
      const body = JSON.stringify(structured);
      const stored = await structurings.finish(work, { body, revision: job.revision });
      const about = { transcriptionId: work.id, mode, fallbacks: fallbacks.length, stored };
      logger.info(about, 'structured again');
      const now = stored ? await transcriptions.find(work.id, EVERYTHING) : null;
      if (now) announce(now);
    } catch (error) {
      if (!closing.aborted) throw error;
      await structurings.release(work);
    }
  };

  const worker = createHousekeepingWorker(core, {
    claim: (trx) => createStructuringRepository(trx).claim(clock.now()),
    run,
    onError: (error, work) =>
      logger.error({ transcriptionId: work?.id, err: error }, 'structuring stumbled'),
  });
  // The end of a transcription is announced after the request to improve it is stored.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription' && event.transcription.completed_at !== null) worker.nudge();
  });
  peerMessages.listen(({ type }) => {
    if (type === 'structure' || type === 'missed') worker.nudge();
  });
  // Aborts the work in progress, which resumes at the next start.
  onStop(async () => {
    unsubscribe();
    await worker.stop();
  });
  return {
    start: worker.start,
    nudge: () => {
      worker.nudge();
      peerMessages.tell({ type: 'structure' });
    },
  };
}
