import type { TimeSpan } from '../../shared/time.ts';
import type { Engine } from '../engine/engine.ts';
import { type TranscribedWindow, transcribeWindow } from '../engine/words/transcribe-window.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import type {
  PlannedWindow,
  TranscriptRepository,
} from '../repositories/transcripts/transcript.repository.ts';
import type { Tally } from '../tally.ts';
import { asItReads, type Drift, findDrift, isSpoken } from './drift.ts';
import { lengthOf } from './meter.ts';
import type { JobContext } from './progress.ts';
import type { ProvenanceNotes } from './provenance.ts';
import type { SegmentNews } from './segment-news.ts';

/** The result of a window that the engine could not transcribe. */
const FAILED_WINDOW = {
  noSpeechProb: 0,
  segments: [],
  suppressed: [],
  failed: true,
  rescued: false,
  machine: null,
  suspicious: false,
};
/** The speaker's name when speakers are not distinguished. */
const ONE_SPEAKER = 'Speaker 1';

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
/** The engine's result for a window, with times within it. */
type WindowOutcome = TranscribedWindow & { failed: boolean };
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
  /** Whether the engine only detects speech and language, for a model that cannot. */
  plansOnly: boolean;
};
type Stored = Pick<TranscribeRequest, 'context' | 'model' | 'engine' | 'provenance'>;
/** How two models share a recording. */
export type Sharing = {
  /** Whether another model transcribes again what this one writes in another language than the spoken one. */
  checked?: boolean;
  /** The windows that drifted with the other model, for this one to transcribe again. */
  drifts?: readonly Drift<ModelFile>[];
};
export type ReadWindow = (window: PlannedWindow) => Promise<Uint8Array>;

export type WindowTranscriber = ReturnType<typeof createWindowTranscriber>;

/** Lets the engine transcribe windows, and stores the results. */
export function createWindowTranscriber(transcripts: TranscriptRepository, tally: Tally) {
  const transcribePlanned = async (
    { context, engine, prompt, read }: TranscribeRequest,
    window: PlannedWindow,
    options: Asked,
  ): Promise<WindowOutcome> => {
    const { language, alone = false } = options;
    const { translate } = context.job.options;
    const speech = options.speech
      .filter(({ startMs, endMs }) => endMs > window.startMs && startMs < window.endMs)
      .map((span) => shift(span, -window.startMs));
    const pcm = await read(window);
    const samples = engine.info.model.architecture === 'whisper';
    const asked = { language, prompt, translate, alone, speech, samples, signal: context.signal };
    const outcome: WindowOutcome = await transcribeWindow(engine, pcm, asked).then(
      (it) => ({ ...it, failed: false }),
      (error: unknown) => {
        // The engine still runs: a transcript that lacks one window, with a warning, is better than
        // none.
        if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
        return { ...FAILED_WINDOW, language };
      },
    );
    failpoint('window.heard');
    if (outcome.rescued) await context.warn('card_failed');
    return outcome;
  };

  const store = async (
    { context, model, engine, provenance }: Stored,
    window: PlannedWindow,
    { rescued: _, machine, ...outcome }: WindowOutcome,
  ): Promise<void> => {
    const { translate } = context.job.options;
    await provenance.recordWindow(model, machine);
    await transcripts.commitWindow(context.claim, {
      ...outcome,
      model: model.name,
      index: window.index,
      segments: outcome.segments.map((segment) => ({
        ...shift(segment, window.startMs),
        language: translate ? 'en' : segment.language,
        speaker: ONE_SPEAKER,
        words: segment.words.map((word) => shift(word, window.startMs)),
      })),
      suppressed: outcome.suppressed.map((text) => shift(text, window.startMs)),
    });
    failpoint('window.stored');
    if (outcome.failed) return;
    const by = { model: model.name, device: engine.info.device?.id ?? 'cpu' };
    tally.count('steno_windows_transcribed_total', by);
    tally.count('steno_audio_transcribed_seconds_total', by, lengthOf([window]) / 1000);
  };

  /** Transcribes a window and stores its text, or returns it if another model has to transcribe it again. */
  const transcribeChecked = async (
    request: TranscribeRequest,
    window: PlannedWindow,
    asked: Asked,
    { checked = false, drifts = [] }: Sharing,
  ): Promise<Drift<ModelFile> | null> => {
    const { context, model, engine, read, provenance } = request;
    const before = drifts.find((drift) => drift.window.index === window.index) ?? null;
    const keep = (drift: Drift<ModelFile>) =>
      store({ context, provenance, engine, model: drift.model }, window, {
        ...asItReads(drift),
        failed: false,
      });
    if (before && (await isSpoken(engine, await read(window), before, context.signal))) {
      await keep(before);
      return null;
    }
    const outcome = await transcribePlanned(request, window, asked);
    const drift = outcome.failed ? before : findDrift(model, window, outcome, asked.language);
    if (drift && checked) return drift;
    if (drift) await context.warn('language_drift');
    if (drift) await keep(drift);
    else await store(request, window, outcome);
    return null;
  };

  return { transcribePlanned, store, transcribeChecked };
}

function shift<Span extends TimeSpan>(span: Span, byMs: number): Span {
  return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
}
