import { Structured } from '../../shared/transcription/structured.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { TranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import type {
  Structuring,
  StructuringRepository,
} from '../repositories/transcripts/structuring.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import { EVERYTHING } from '../repositories/view.ts';

/** A model's server that does not run now may run later. */
const RETRY_MS = [60_000, 600_000, 3_600_000];
const MAY_PASS: readonly string[] = ['unreachable', 'timeout', 'failed'];

export type StructureText = (
  segments: readonly Segment[],
  durationMs: number,
  signal: AbortSignal,
) => Promise<string>;

/** Improves a structured text by a language model; null when none is set. */
export type ImproveText = (input: {
  structured: Structured;
  segments: readonly Segment[];
  durationMs: number;
  signal: AbortSignal;
}) => Promise<Structured | null>;

/** Makes structured texts anew, behind transcriptions that are completed already; a worker drives it. */
export function createStructuring({
  structurings,
  transcriptions,
  transcripts,
  structure,
  improve,
  announce,
  clock,
  logger,
}: {
  structurings: StructuringRepository;
  transcriptions: TranscriptionRepository;
  transcripts: TranscriptRepository;
  structure: StructureText;
  improve: ImproveText;
  announce: (job: Job) => void;
  clock: Clock;
  logger: Logger;
}) {
  const stopping = new AbortController();

  const make = async (job: Job): Promise<Structured> => {
    const segments = await transcripts.segments(job.id);
    const durationMs = job.durationMs ?? 0;
    const { signal } = stopping;
    const body: unknown = JSON.parse(await structure(segments, durationMs, signal));
    const structured = Structured.parse(body);
    return (await improve({ structured, segments, durationMs, signal })) ?? structured;
  };

  return {
    claim: (): Promise<Structuring | null> => structurings.claim(clock.now()),

    async run(work: Structuring): Promise<void> {
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
        logger.info({ id: work.id, mode, fallbacks: fallbacks.length, stored }, 'structured anew');
        const now = stored ? await transcriptions.find(work.id, EVERYTHING) : null;
        if (now) announce(now);
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
        await structurings.release(work);
      }
    },

    /** Breaks off what is under way; it goes on at the next start. */
    stop(): void {
      stopping.abort();
    },
  };
}
