import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TimeSpan } from '../../shared/time.ts';
import type { Core } from '../core.ts';
import type { Engine } from '../engine/engine.ts';
import type { EnginePool } from '../engine/lanes/engine-pool.ts';
import { findSpeech, wholeRequests } from '../engine/speech/speech.ts';
import { cutWindows, settledWindows } from '../engine/speech/windows.ts';
import { hearWindow } from '../engine/words/hear-window.ts';
import { vocabularyPrompt } from '../engine/words/vocabulary-prompt.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import {
  createTranscriptRepository,
  type PlannedWindow,
} from '../repositories/transcripts/transcript.repository.ts';
import { forEachLane } from './lanes.ts';
import { byKnownLanguage, foreignWindows, voteLanguage } from './language-vote.ts';
import { createMeter, lengthOf } from './meter.ts';
import type { JobContext } from './progress.ts';
import { createSegmentNews, type TellSegments } from './segment-news.ts';

/** What a window has that the engine could not make out. */
const NOT_HEARD = {
  ...{ noSpeechProb: 0, segments: [], suppressed: [] },
  ...{ failed: true, rescued: false },
};
/** 16 samples of two bytes each. */
const BYTES_A_MS = 32;
/** Detecting speech in a shorter recording takes only a moment. */
const LONG_MS = 5 * 60_000;
/** How much of a long recording is transcribed before speech is detected in the rest. */
const OPENING_MS = 3 * 60_000;
const OPENING_VOTERS = 3;
/** The speaker's name when speakers are not distinguished. */
const ONE_SPEAKER = 'Speaker 1';

export type ModelFile = {
  name: string;
  path: string;
  builtIn: boolean;
  translates: boolean;
  architecture: 'whisper' | 'parakeet';
  /** The codes of the languages it knows; null for all that Whisper knows. */
  languages: readonly string[] | null;
};
type Audio = { path: string; durationMs: number };
/** The windows left to transcribe, and the language of those without one of their own. */
type Plan = { windows: readonly PlannedWindow[]; language: string };
/** What was transcribed before speech was detected in the rest. */
type Opening = { windows: readonly PlannedWindow[]; language: string | null };
/** What transcribing a window needs. */
type Hearing = {
  context: JobContext;
  audio: Audio;
  engine: Engine;
  prompt: string | null;
  read: ReadWindow;
  news: ReturnType<typeof createSegmentNews>;
  /** Whether the engine only plans: finds the speech and its language, for a model that cannot. */
  plansOnly: boolean;
};
type Recording = Omit<Hearing, 'engine' | 'plansOnly'>;
type ReadWindow = (window: PlannedWindow) => Promise<Uint8Array>;

/** Cuts the samples into windows, transcribes each and commits its words; resumes where an earlier run stopped. */
export function createTranscribeStage(
  { patient, clock }: Pick<Core, 'patient' | 'clock'>,
  {
    engines,
    resolveModel,
    languageDetector,
    tellSegments,
  }: {
    engines: EnginePool;
    resolveModel: (name: string | null, language: string | null) => Promise<ModelFile>;
    /** The Whisper model that tells languages apart for a model that cannot; null if there is none. */
    languageDetector: () => Promise<ModelFile | null>;
    tellSegments: TellSegments;
  },
) {
  const transcripts = createTranscriptRepository(patient);
  const unheard = async (id: string): Promise<PlannedWindow[]> =>
    (await transcripts.windows(id)).filter((window) => !window.done);

  /** The plan an earlier run left unfinished; null if it had not determined a language. */
  const planned = async ({ job: { id, language } }: JobContext): Promise<Plan | null> =>
    language === null ? null : { language, windows: await unheard(id) };

  /** All windows of the recording; the first of them may be transcribed already. */
  const plan = async (
    { context, audio, engine }: Hearing,
    opening: readonly PlannedWindow[],
  ): Promise<PlannedWindow[]> => {
    const speech = await findSpeech({ path: audio.path, signal: context.signal }, engine);
    const windows = cutWindows(speech);
    const kept = isDeepStrictEqual(windows.slice(0, opening.length), opening);
    const heard = kept ? opening.length : 0;
    await transcripts.plan(context.claim, { windows, speech: speech.regions, heard });
    failpoint('windows.stored');
    if (windows.length === 0) await context.warn('no_speech');
    return windows;
  };

  /** The language if it need not be detected; otherwise null. */
  const knownLanguage = ({ job }: JobContext, engine: Engine): string | null => {
    const known = job.options.language ?? job.language;
    if (known === null) return engine.info.model.multilingual ? null : 'en';
    if (!engine.info.languages.includes(known)) throw new AppError('unsupported_language');
    return known;
  };

  /** The recording's language, and the languages of windows that clearly differ. */
  const chooseLanguage = async (
    { context, engine, read }: Hearing,
    windows: readonly PlannedWindow[],
  ): Promise<{ language: string; foreign: Map<number, string> }> => {
    const known = knownLanguage(context, engine);
    if (known !== null) return { language: known, foreign: new Map() };
    const { signal } = context;
    const { language, sure, mixed } = await voteLanguage(engine, windows, read, signal);
    if (!sure) await context.warn('language_uncertain');
    if (!mixed) return { language, foreign: new Map() };
    return { language, foreign: await foreignWindows(engine, windows, read, language, signal) };
  };

  /**
   * Transcribes the start of a long recording before detecting speech in the rest, so that its text can be read early.
   * Its windows are the same as when the whole recording is cut, and its language almost always is too.
   */
  const hearOpening = async (hearing: Hearing): Promise<Opening> => {
    const { context, audio, engine, read, news, plansOnly } = hearing;
    if (plansOnly || audio.durationMs < LONG_MS || !engine.info.vad) {
      return { windows: [], language: null };
    }
    const { signal, claim, progress } = context;
    const source = { path: audio.path, signal, endMs: wholeRequests(OPENING_MS) };
    const speech = await findSpeech(source, engine);
    const windows = settledWindows(speech);
    await transcripts.plan(claim, { windows, speech: speech.regions });
    if (windows.length === 0) return { windows, language: null };
    const voters = windows.slice(0, OPENING_VOTERS);
    const language =
      knownLanguage(context, engine) ?? (await voteLanguage(engine, voters, read, signal)).language;
    await forEachLane(windows, engine.info.lanes, async (window) => {
      await hear(hearing, window, { language, speech: speech.regions });
      news.heard();
      progress.report('transcribing', window.endMs / audio.durationMs);
    });
    return { windows, language };
  };

  /** The windows to transcribe, with their languages stored; null if there is no speech. */
  const prepare = async (hearing: Hearing): Promise<Plan | null> => {
    const { context, news } = hearing;
    const opening = await hearOpening(hearing);
    const windows = await plan(hearing, opening.windows);
    if (windows.length === 0) return null;
    const { language, foreign } = await chooseLanguage(hearing, windows);
    const stays =
      language === opening.language && !opening.windows.some(({ index }) => foreign.has(index));
    if (!stays && opening.windows.length > 0) {
      await transcripts.forgetHeard(context.claim);
      news.again();
    }
    await transcripts.nameLanguages(context.claim, foreign);
    await context.learn({ language });
    failpoint('language.stored');
    return { language, windows: await unheard(context.job.id) };
  };

  const hear = async (
    { context, engine, prompt, read }: Hearing,
    window: PlannedWindow,
    options: { language: string; speech: readonly TimeSpan[] },
  ): Promise<void> => {
    const { language } = options;
    const { translate } = context.job.options;
    const speech = options.speech
      .filter(({ startMs, endMs }) => endMs > window.startMs && startMs < window.endMs)
      .map((span) => shift(span, -window.startMs));
    const pcm = await read(window);
    const samples = engine.info.model.architecture === 'whisper';
    const asked = { language, prompt, translate, speech, samples, signal: context.signal };
    const heard = await hearWindow(engine, pcm, asked).catch((error: unknown) => {
      // The engine still runs: a transcript that lacks one window, with a warning, is better than
      // none.
      if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
      return { ...NOT_HEARD, language };
    });
    failpoint('window.heard');
    const { rescued, ...result } = heard;
    if (rescued) await context.warn('card_failed');
    await transcripts.commitWindow(context.claim, {
      failed: false,
      ...result,
      index: window.index,
      segments: heard.segments.map((segment) => ({
        ...shift(segment, window.startMs),
        language: translate ? 'en' : segment.language,
        speaker: ONE_SPEAKER,
        words: segment.words.map((word) => shift(word, window.startMs)),
      })),
      suppressed: heard.suppressed.map((text) => shift(text, window.startMs)),
    });
    failpoint('window.stored');
  };

  /** Warns about what is missing from the text; fails if nothing could be transcribed. */
  const review = async (context: JobContext): Promise<void> => {
    const { failed, suppressed } = await transcripts.coverage(context.job.id);
    const windows = await transcripts.windows(context.job.id);
    if (failed.length > 0 && failed.length === windows.length) throw new AppError('window_failed');
    if (failed.length > 0) await context.warn('part_failed', failed.length);
    if (suppressed.length > 0) await context.warn('text_suppressed', suppressed.length);
    const { segments } = await transcripts.heardSoFar(context.job.id, { words: false });
    if (segments.length === 0 && failed.length === 0) await context.warn('no_speech');
  };

  /**
   * Transcribes these windows of the plan with a model, or all of them if it makes the plan first.
   * @param later windows of the plan that another model transcribes afterwards
   */
  const transcribe = (
    recording: Recording,
    model: ModelFile,
    stored: Plan | null,
    later: readonly PlannedWindow[] = [],
  ): Promise<void> =>
    engines.use(model.path, recording.context.signal, async (engine) => {
      const { context, audio, news } = recording;
      const startedAt = context.progress.spentMs();
      const device = engine.info.device?.id ?? null;
      const hearing: Hearing = { ...recording, engine, plansOnly: false };
      const plan = stored ?? (await prepare(hearing));
      if (plan === null || plan.windows.length === 0) return;
      const preparedAt = context.progress.spentMs();
      if (!stored) {
        const wallMs = preparedAt - startedAt;
        await context.took({
          ...{ stage: 'detecting', model: model.name, device, mediaMs: audio.durationMs, wallMs },
        });
      }
      const { language, windows } = plan;
      const left = new Set([...windows, ...later]);
      const speech = await transcripts.speech(context.job.id);
      const own = await transcripts.languages(context.job.id);
      const meter = createMeter(context, left, audio.durationMs);
      await forEachLane(windows, engine.info.lanes, async (window) => {
        meter.begin(window);
        await hear(hearing, window, { language: own.get(window.index) ?? language, speech });
        news.heard();
        left.delete(window);
        meter.done(window);
      });
      const wallMs = context.progress.spentMs() - preparedAt;
      const measured = { model: model.name, device, mediaMs: lengthOf(windows), wallMs };
      await context.took({ stage: 'transcribing', ...measured });
    });

  /**
   * Transcribes with a model that cannot tell which language is spoken: a Whisper model finds that out first, and
   * transcribes the windows in languages that the model does not know.
   */
  const transcribeDetected = async (
    recording: Recording,
    model: ModelFile,
    stored: Plan | null,
  ): Promise<void> => {
    const { context } = recording;
    const detector = await languageDetector();
    if (!detector) throw new AppError('language_needed');
    const plan =
      stored ??
      (await engines.use(detector.path, context.signal, (engine) =>
        prepare({ ...recording, engine, plansOnly: true }),
      ));
    if (plan === null) return;
    const own = await transcripts.languages(context.job.id);
    const languageOf = ({ index }: PlannedWindow) => own.get(index) ?? plan.language;
    const { known, others } = byKnownLanguage(plan.windows, model.languages, languageOf);
    if (known.length > 0) await transcribe(recording, model, { ...plan, windows: known }, others);
    else await context.learn({ model: detector.name });
    if (others.length > 0) await transcribe(recording, detector, { ...plan, windows: others });
  };

  return async (context: JobContext, audio: Audio): Promise<void> => {
    const model = await resolveModel(context.job.options.model, context.job.options.language);
    await context.learn({ model: model.name });
    const { translate, vocabulary, language } = context.job.options;
    if (translate && !model.translates) throw new AppError('translation_unsupported');
    if (model.builtIn) await context.warn('demo_model');
    // The demo model was not trained with prompts and produces wrong text after one.
    const { text: prompt, left: cut } = vocabularyPrompt(model.builtIn ? [] : vocabulary);
    if (cut > 0) await context.warn('vocabulary_cut', cut);
    context.progress.report('transcribing', 0);
    const stored = await planned(context);
    if (stored?.windows.length === 0) return review(context);
    await using file = await open(audio.path, 'r');
    const read: ReadWindow = async ({ startMs, endMs }) => {
      const pcm = new Uint8Array((endMs - startMs) * BYTES_A_MS);
      const { bytesRead } = await file.read(pcm, 0, pcm.length, startMs * BYTES_A_MS);
      return pcm.subarray(0, bytesRead - (bytesRead % 2));
    };
    const { job, signal } = context;
    const news = createSegmentNews({ transcripts, tell: tellSegments, clock, job, signal });
    const recording: Recording = { context, audio, prompt, read, news };
    if (detectsLanguage(model) || language !== null) await transcribe(recording, model, stored);
    else await transcribeDetected(recording, model, stored);
    await review(context);
  };
}

/** Parakeet follows the speech, but does not say in which of its languages it is. */
function detectsLanguage({ architecture, languages }: ModelFile): boolean {
  return architecture === 'whisper' || languages?.length === 1;
}

function shift<Span extends TimeSpan>(span: Span, byMs: number): Span {
  return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
}
