import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Core } from '../core.ts';
import type { EnginePool } from '../engine/lanes/engine-pool.ts';
import { findSpeech } from '../engine/speech/speech.ts';
import { cutWindows } from '../engine/speech/windows.ts';
import { vocabularyPrompt } from '../engine/words/vocabulary-prompt.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import {
  createTranscriptRepository,
  type PlannedWindow,
} from '../repositories/transcripts/transcript.repository.ts';
import type { Drift } from './drift.ts';
import { createFirstText, knownLanguage, type TranscribeAheadRequest } from './first-text.ts';
import { forEachLane } from './lanes.ts';
import { byKnownLanguage, foreignWindows, voteLanguage } from './language-vote.ts';
import { createMeter, lengthOf } from './meter.ts';
import type { JobContext } from './progress.ts';
import { createProvenanceNotes } from './provenance.ts';
import { createSegmentNews, type TellSegments } from './segment-news.ts';
import { transcribeAhead } from './transcribe-ahead.ts';
import {
  type Audio,
  createWindowTranscriber,
  type ModelFile,
  type ReadWindow,
  type Sharing,
  type TranscribeRequest,
} from './window-transcriber.ts';

/** 16 samples of two bytes each. */
const BYTES_A_MS = 32;
/** The windows left to transcribe, and the language of those without one of their own. */
type Plan = { windows: readonly PlannedWindow[]; language: string };
/** The windows that were transcribed while the plan was made, and how long that took. */
type Ahead = { windows: readonly PlannedWindow[]; ms: number };
type Recording = Omit<TranscribeRequest, 'model' | 'engine' | 'plansOnly'>;
/** A model's part of the plan; another one transcribes the windows of it that come `later`. */
type Part = Sharing & { later?: readonly PlannedWindow[] };

const NONE_AHEAD: Ahead = { windows: [], ms: 0 };

/** Cuts the samples into windows, transcribes each and commits its words; resumes where an earlier run stopped. */
export function createTranscribeStage(
  { patient, clock, config, tally }: Pick<Core, 'patient' | 'clock' | 'config' | 'tally'>,
  {
    engines,
    resolveModel,
    languageDetector,
    tellSegments,
  }: {
    engines: EnginePool;
    resolveModel: (name: string | null, language: string | null) => Promise<ModelFile>;
    /** The Whisper model that detects languages for a model that cannot; null if there is none. */
    languageDetector: () => Promise<ModelFile | null>;
    tellSegments: TellSegments;
  },
) {
  const transcripts = createTranscriptRepository(patient);
  const { transcribePlanned, store, transcribeChecked } = createWindowTranscriber(
    transcripts,
    tally,
  );
  const firstText = createFirstText({ transcripts, transcribePlanned, store });
  const untranscribed = async (id: string): Promise<PlannedWindow[]> =>
    (await transcripts.windows(id)).filter((window) => !window.done);

  /** The plan an earlier run left unfinished; null if it had not determined a language. */
  const planned = async ({ job: { id, language } }: JobContext): Promise<Plan | null> =>
    language === null ? null : { language, windows: await untranscribed(id) };

  /** All windows of the recording; the first of them may be transcribed already. */
  const plan = async ({ context, audio, engine }: TranscribeRequest): Promise<PlannedWindow[]> => {
    const speech = await findSpeech({ path: audio.path, signal: context.signal }, engine);
    const windows = cutWindows(speech);
    const before = await transcripts.windows(context.job.id);
    const stored = before.map(({ index, startMs, endMs }) => ({ index, startMs, endMs }));
    // What was transcribed before stays.
    const isSame = isDeepStrictEqual(windows.slice(0, stored.length), stored);
    const transcribed = isSame ? stored.length : 0;
    await transcripts.plan(context.claim, { windows, speech: speech.regions, transcribed });
    failpoint('windows.stored');
    if (windows.length === 0) await context.warn('no_speech');
    return windows;
  };

  /** The recording's language, and the languages of windows that clearly differ. */
  const chooseLanguage = async (
    { context, engine, read }: TranscribeAheadRequest,
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

  /** The windows to transcribe, with their languages stored; null if there is no speech. */
  const prepare = async (
    request: TranscribeAheadRequest,
  ): Promise<(Plan & { ahead: Ahead }) | null> => {
    const { context, news } = request;
    const from = context.progress.spentMs();
    const opening = await firstText.opening(request);
    let ms = context.progress.spentMs() - from;
    const windows = await plan(request);
    if (windows.length === 0) return null;
    const plannedAt = context.progress.spentMs();
    const start = opening.windows.length > 0 ? opening : await firstText.start(request, windows);
    ms += context.progress.spentMs() - plannedAt;
    const { language, foreign } = await chooseLanguage(request, windows);
    for (const [index, own] of start.clear) if (own !== language) foreign.set(index, own);
    const stays = start.windows.every(
      ({ index }) => start.languages.get(index) === (foreign.get(index) ?? language),
    );
    if (!stays) {
      await transcripts.forgetTranscribed(context.claim);
      news.again();
    }
    await transcripts.nameLanguages(context.claim, foreign);
    await context.patch({ language });
    failpoint('language.stored');
    const ahead = { windows: start.windows, ms };
    return { language, windows: await untranscribed(context.job.id), ahead };
  };

  /** Warns about what is missing from the text; fails if nothing could be transcribed. */
  const review = async (context: JobContext): Promise<void> => {
    const { failed, suppressed } = await transcripts.coverage(context.job.id);
    const windows = await transcripts.windows(context.job.id);
    if (failed.length > 0 && failed.length === windows.length) throw new AppError('window_failed');
    if (failed.length > 0) await context.warn('part_failed', failed.length);
    if (suppressed.length > 0) await context.warn('text_suppressed', suppressed.length);
    const { segments } = await transcripts.transcriptSoFar(context.job.id, { words: false });
    if (segments.length === 0 && failed.length === 0) await context.warn('no_speech');
  };

  /**
   * Transcribes these windows of the plan with a model, or all of them if it makes the plan first. Returns those that
   * another model has to transcribe again.
   */
  const transcribe = (
    recording: Recording,
    model: ModelFile,
    stored: Plan | null,
    part: Part = {},
  ): Promise<Drift<ModelFile>[]> =>
    engines.use(model.path, recording.context.signal, async (opened) => {
      const { context, audio, prompt, news, provenance } = recording;
      const { translate } = context.job.options;
      const engine = transcribeAhead(opened, { translate, ...(prompt !== null && { prompt }) });
      const startedAt = context.progress.spentMs();
      const device = engine.info.device?.id ?? null;
      const request: TranscribeAheadRequest = { ...recording, model, engine, plansOnly: false };
      if (part.drifts === undefined) await provenance.madeWith(model, engine.info);
      const made = stored ? null : await prepare(request);
      const plan = stored ?? made;
      if (plan === null) return [];
      const ahead = made?.ahead ?? NONE_AHEAD;
      const preparedAt = context.progress.spentMs();
      if (!stored) {
        const wallMs = preparedAt - startedAt - ahead.ms;
        await context.recordTiming({
          stage: 'detecting',
          model: model.name,
          device,
          mediaMs: audio.durationMs,
          wallMs,
        });
      }
      const { language, windows } = plan;
      const left = new Set([...windows, ...(part.later ?? [])]);
      const speech = await transcripts.speech(context.job.id);
      const own = await transcripts.languages(context.job.id);
      const meter = createMeter(context, left, audio.durationMs);
      const drifted: Drift<ModelFile>[] = [];
      await forEachLane(
        windows,
        () => engine.info.lanes,
        async (window, alone) => {
          meter.begin(window);
          const asked = { language: own.get(window.index) ?? language, speech, alone };
          const drift = await transcribeChecked(request, window, asked, part);
          if (drift) drifted.push(drift);
          news.windowStored();
          left.delete(window);
          meter.done(window);
        },
        { soon: !stored && ahead.windows.length === 0 },
      );
      const wallMs = context.progress.spentMs() - preparedAt + ahead.ms;
      const mediaMs = lengthOf([...windows, ...ahead.windows]);
      const measured = { model: model.name, device, mediaMs, wallMs };
      await context.recordTiming({ stage: 'transcribing', ...measured });
      return drifted;
    });

  /**
   * Transcribes with Parakeet, which cannot detect the spoken language: a Whisper model does so first if it was not
   * given, and transcribes the windows in languages that Parakeet does not know or did not keep to.
   */
  const transcribeWithHelp = async (
    recording: Recording,
    model: ModelFile,
    stored: Plan | null,
  ): Promise<void> => {
    const { context } = recording;
    const named = context.job.options.language ?? onlyLanguage(model);
    // A Whisper model that was altered is no reason to fail if it is not needed.
    const helper = await languageDetector().catch((error: unknown) => {
      if (named === null) throw error;
      return null;
    });
    if (named !== null) {
      const drifts = await transcribe(recording, model, stored, { checked: helper !== null });
      return help(recording, helper, { language: named, windows: [] }, drifts);
    }
    if (!helper) throw new AppError('language_needed');
    const plan =
      stored ??
      (await engines.use(helper.path, context.signal, (engine) =>
        prepare({
          ...recording,
          model: helper,
          engine: transcribeAhead(engine, {}),
          plansOnly: true,
        }),
      ));
    if (plan === null) return;
    const own = await transcripts.languages(context.job.id);
    const languageOf = ({ index }: PlannedWindow) => own.get(index) ?? plan.language;
    const share = (windows: readonly PlannedWindow[]) =>
      byKnownLanguage(windows, model.languages, languageOf);
    // What an earlier run has transcribed counts as well.
    if (share(await transcripts.windows(context.job.id)).known.length === 0) {
      await context.patch({ model: helper.name });
      await transcribe(recording, helper, plan);
      return;
    }
    const { known, others } = share(plan.windows);
    const part = { checked: true, later: others };
    const drifts =
      known.length === 0
        ? []
        : await transcribe(recording, model, { ...plan, windows: known }, part);
    await help(recording, helper, { ...plan, windows: others }, drifts);
  };

  /** Lets the helper transcribe its own windows of the plan, and again those that drifted, in their order. */
  const help = async (
    recording: Recording,
    helper: ModelFile | null,
    { language, windows }: Plan,
    drifts: readonly Drift<ModelFile>[],
  ): Promise<void> => {
    const all = [...windows, ...drifts.map(({ window }) => window)];
    if (helper === null || all.length === 0) return;
    const inOrder = all.toSorted((a, b) => a.index - b.index);
    await transcribe(recording, helper, { language, windows: inOrder }, { drifts });
  };

  return async (context: JobContext, audio: Audio): Promise<void> => {
    const model = await resolveModel(context.job.options.model, context.job.options.language);
    await context.patch({ model: model.name });
    const { translate, vocabulary } = context.job.options;
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
    const provenance = createProvenanceNotes(context, config.version);
    const recording: Recording = { context, audio, prompt, read, news, provenance };
    if (model.architecture === 'whisper') await transcribe(recording, model, stored);
    else await transcribeWithHelp(recording, model, stored);
    await review(context);
  };
}

/** The options for a model of one language. */
function onlyLanguage({ languages }: ModelFile): string | null {
  return languages?.length === 1 ? (languages[0] ?? null) : null;
}
