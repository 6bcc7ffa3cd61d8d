import { type TimeSpan, within } from '../../../shared/time.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Tally } from '../../core/metric-counters.ts';
import type { Engine } from '../../engine/engine.ts';
import { transcribeWindow } from '../../engine/words/transcribe-window.ts';
import type {
  PlannedWindow,
  TranscriptRepository,
} from '../../repositories/transcripts/transcript.repository.ts';
import type { ProvenanceNotes } from '../finish/provenance.ts';
import type { VoicesAhead } from '../finish/voices-ahead.ts';
import type { JobContext } from '../job-context.ts';
import type { SegmentNews } from './announce-segments.ts';
import { resultOf, type WindowOutcome } from './window-result.ts';

export type ModelFile = {
  name: string;
  path: string;
  sha256: string;
  builtIn: boolean;
  translates: boolean;
  architecture: 'whisper' | 'parakeet';
  /** The codes of the languages it knows; null for all that Whisper knows. */
  languages: readonly string[] | null;
};
export type Audio = { path: string; durationMs: number };
type Asked = { language: string; speech: readonly TimeSpan[]; alone?: boolean };
/** What transcribing a window needs. */
export type TranscribeRequest = {
  context: JobContext;
  audio: Audio;
  model: ModelFile;
  engine: Engine;
  prompt: string | null;
  read: ReadWindow;
  news: SegmentNews;
  provenance: ProvenanceNotes;
  voices: Pick<VoicesAhead, 'begin'>;
  /** Whether the engine only detects speech and language, for a model that cannot. */
  plansOnly: boolean;
};
export type ReadWindow = (window: PlannedWindow) => Promise<Uint8Array>;

export type WindowTranscriber = ReturnType<typeof createWindowTranscriber>;

/** Transcribes windows before all of them are planned, with the engine that plans them, and stores the results. */
export function createWindowTranscriber(transcripts: TranscriptRepository, tally: Tally) {
  return {
    async transcribePlanned(
      { context, engine, prompt, read }: TranscribeRequest,
      window: PlannedWindow,
      { language, speech, alone = false }: Asked,
    ): Promise<WindowOutcome> {
      const { translate } = context.job.options;
      const asked = { language, prompt, translate, alone, signal: context.signal };
      try {
        return await transcribeWindow(engine, await read(window), {
          ...asked,
          speech: within(window, speech),
        });
      } catch (error) {
        // The engine still runs: a transcript that lacks one window, with a warning, is better than none.
        if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
        return { failed: error.code };
      } finally {
        failpoint('window.transcribed');
      }
    },

    async store(
      {
        context,
        model,
        engine,
        language,
      }: Pick<TranscribeRequest, 'context' | 'model' | 'engine'> & { language: string },
      window: PlannedWindow,
      outcome: WindowOutcome,
    ): Promise<void> {
      const ask = { language, translate: context.job.options.translate };
      await transcripts.commitWindow(context.claim, {
        ...resultOf({ ...window, ask }, outcome, { model: model.name, machine: null }),
        index: window.index,
      });
      failpoint('window.stored');
      if ('failed' in outcome) return;
      const by = { model: model.name, device: engine.info.device?.id ?? 'cpu', machine: '' };
      tally.transcribed(by, window);
    },
  };
}
