import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { EnginePool } from '../../engine/lanes/engine-pool.ts';
import { vocabularyPrompt } from '../../engine/words/vocabulary-prompt.ts';
import {
  createTranscriptRepository,
  type PlannedWindow,
} from '../../repositories/transcripts/transcript.repository.ts';
import { createWindowRepository } from '../../repositories/transcripts/window.repository.ts';
import { createProvenanceNotes } from '../finish/provenance.ts';
import type { VoicesAhead } from '../finish/voices-ahead.ts';
import type { JobContext } from '../job-context.ts';
import type { TranscribeAheadRequest } from '../prepare/first-text.ts';
import { byKnownLanguage } from '../prepare/language-vote.ts';
import { createPlanning, type Plan } from '../prepare/plan-windows.ts';
import { type EngineAhead, transcribeAhead } from '../prepare/transcribe-ahead.ts';
import { createMeter, lengthOf } from '../progress.ts';
import { createSegmentNews, type TellSegments } from './announce-segments.ts';
import { createPlannedWindows } from './ask-for-windows.ts';
import { forEachLane, isAlone } from './for-each-lane.ts';
import { asItReads, type Drift, isSpoken, readDrift } from './language-drift.ts';
import type { Samples } from './recording-samples.ts';
import type { RecordingsHere } from './recordings-here.ts';
import {
  type Audio,
  createWindowTranscriber,
  type ModelFile,
  type ReadWindow,
  type TranscribeRequest,
} from './transcribe-while-planning.ts';
import { resultOf } from './window-result.ts';

type Recording = Omit<TranscribeRequest, 'model' | 'engine' | 'plansOnly'>;
/** A text in another language than the spoken one, and its window. */
type DriftedWindow = { window: PlannedWindow; drift: Drift };

/** Plans the windows of a recording, and has them transcribed by whoever is free, here and elsewhere. */
export function createTranscribeStage(
  core: Pick<Core, 'patient' | 'tasks' | 'clock' | 'config' | 'tally'>,
  {
    engines,
    here,
    samples,
    resolveModel,
    languageDetector,
    tellSegments,
  }: {
    engines: EnginePool;
    here: RecordingsHere;
    samples: Samples;
    resolveModel: (name: string | null, language: string | null) => Promise<ModelFile>;
    /** The Whisper model that detects languages for a model that cannot; null if there is none. */
    languageDetector: () => Promise<ModelFile | null>;
    tellSegments: TellSegments;
  },
) {
  const { patient, tasks, clock, config, tally } = core;
  const transcripts = createTranscriptRepository(patient);
  const windowRows = createWindowRepository(patient, tasks);
  const transcriber = createWindowTranscriber(transcripts, tally);
  const { planned, prepare } = createPlanning(transcripts, transcriber);
  const transcribeAll = createPlannedWindows(core, { windows: windowRows, here });

  /** Warns about what is missing from the text; fails if nothing could be transcribed. */
  const review = async ({ context, provenance }: Recording): Promise<void> => {
    const { id } = context.job;
    const { machines, rescued } = await windowRows.notes(id);
    await provenance.madeOn(machines);
    if (rescued) await context.warn('card_failed');
    const { failed, suppressed } = await transcripts.coverage(id);
    const windows = await transcripts.windows(id);
    const [lacking] = failed;
    if (lacking && failed.length === windows.length) throw new AppError(lacking.error);
    if (failed.length > 0) await context.warn('part_failed', failed.length);
    if (suppressed.length > 0) await context.warn('text_suppressed', suppressed.length);
    const { segments } = await transcripts.transcriptSoFar(id, { words: false });
    if (segments.length === 0 && failed.length === 0) await context.warn('no_speech');
  };

  /** Asks for windows of the plan, and reports how they come. */
  const ask = async (
    { context, prompt, news, provenance, audio }: Recording,
    { model, engine }: { model: ModelFile; engine: EngineAhead },
    {
      windows,
      language,
      later = [],
      soon = false,
    }: Plan & Partial<{ later: readonly PlannedWindow[]; soon: boolean }>,
  ): Promise<void> => {
    const { translate } = context.job.options;
    const { name, sha256, architecture } = model;
    const own = await transcripts.languages(context.job.id);
    const left = new Set([...windows, ...later]);
    const meter = createMeter(context.progress, left, audio.durationMs);
    const among = { count: windows.length, lanes: engine.info.lanes, soon };
    await samples.share(context.job.id, context.folder, context.signal);
    await transcribeAll(
      context,
      windows.map((window, at) => ({
        window,
        ask: {
          model: { name, sha256, architecture },
          language: own.get(window.index) ?? language,
          prompt,
          translate,
          alone: isAlone(at, among),
        },
      })),
      {
        engine,
        sha256,
        told: {
          begun: meter.begin,
          ended: (window) => {
            news.windowStored();
            left.delete(window);
            meter.done(window);
          },
        },
      },
    );
    if (windows.length > 0) await provenance.recordModel(model);
  };

  const withModel = <Result>(
    { context, prompt }: Recording,
    model: ModelFile,
    work: (engine: EngineAhead) => Promise<Result>,
  ): Promise<Result> => {
    const { translate } = context.job.options;
    const asked = { translate, ...(prompt !== null && { prompt }) };
    return engines.use(model.path, context.signal, (engine) =>
      work(transcribeAhead(engine, asked)),
    );
  };

  /** Transcribes these windows of the plan with a model, or all of them if it makes the plan first. */
  const transcribe = (
    recording: Recording,
    model: ModelFile,
    stored: Plan | null,
    later: readonly PlannedWindow[] = [],
  ): Promise<void> =>
    withModel(recording, model, async (engine) => {
      const { context, audio, provenance } = recording;
      const startedAt = context.progress.spentMs();
      const device = engine.info.device?.id ?? null;
      const request: TranscribeAheadRequest = { ...recording, model, engine, plansOnly: false };
      await provenance.madeWith(model, engine.info);
      const made = stored ? null : await prepare(request);
      const plan = stored ?? made;
      if (plan === null) return;
      const ahead = made?.ahead ?? { windows: [], ms: 0 };
      const preparedAt = context.progress.spentMs();
      if (!stored) {
        await context.recordTiming({
          stage: 'detecting',
          model: model.name,
          device,
          mediaMs: audio.durationMs,
          wallMs: preparedAt - startedAt - ahead.ms,
        });
      }
      const soon = !stored && ahead.windows.length === 0;
      await ask(recording, { model, engine }, { ...plan, later, soon });
      await context.recordTiming({
        stage: 'transcribing',
        model: model.name,
        device,
        mediaMs: lengthOf([...plan.windows, ...ahead.windows]),
        wallMs: context.progress.spentMs() - preparedAt + ahead.ms,
      });
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
      await transcribe(recording, model, stored);
      return help(recording, helper, { language: named, windows: [] });
    }
    if (!helper) throw new AppError('language_needed');
    const plan =
      stored ??
      (await withModel(recording, helper, (engine) =>
        prepare({ ...recording, model: helper, engine, plansOnly: true }),
      ));
    if (plan === null) return;
    const own = await transcripts.languages(context.job.id);
    const languageOf = ({ index }: PlannedWindow) => own.get(index) ?? plan.language;
    const share = (windows: readonly PlannedWindow[]) =>
      byKnownLanguage(windows, model.languages, languageOf);
    // What an earlier run has transcribed counts as well.
    if (share(await transcripts.windows(context.job.id)).known.length === 0) {
      await context.patch({ model: helper.name });
      return transcribe(recording, helper, plan);
    }
    const { known, others } = share(plan.windows);
    if (known.length > 0) await transcribe(recording, model, { ...plan, windows: known }, others);
    await help(recording, helper, { ...plan, windows: others });
  };

  /** The windows whose text is in another language than the spoken one, as their rows keep it. */
  const drifted = async ({ context }: Recording): Promise<DriftedWindow[]> => {
    const { id } = context.job;
    const planned = new Map((await transcripts.windows(id)).map((one) => [one.index, one]));
    return (await windowRows.states(id)).flatMap(({ index, done, drift }) => {
      const window = planned.get(index);
      return window && drift !== null && !done ? [{ window, drift: readDrift(drift) }] : [];
    });
  };

  const keep = async (
    { context, news }: Recording,
    { window, drift }: DriftedWindow,
  ): Promise<void> => {
    const ask = { language: drift.readsAs, translate: context.job.options.translate };
    await transcripts.commitWindow(context.claim, {
      ...resultOf({ ...window, ask }, asItReads(drift), { model: drift.model, machine: null }),
      index: window.index,
    });
    news.windowStored();
  };

  /**
   * Lets the helper transcribe its own windows of the plan, and again those whose text is in another language than the
   * spoken one, in their order. Without one, and where it fails as well, that text stays.
   */
  const help = async (
    recording: Recording,
    helper: ModelFile | null,
    { language, windows }: Plan,
  ): Promise<void> => {
    const { context, read } = recording;
    const drifts = await drifted(recording);
    if (helper !== null && windows.length + drifts.length > 0) {
      await withModel(recording, helper, async (engine) => {
        const again: PlannedWindow[] = [];
        await forEachLane(
          drifts,
          () => engine.info.lanes,
          async (one) => {
            const pcm = await read(one.window);
            if (await isSpoken(engine, pcm, one.drift, context.signal)) await keep(recording, one);
            else again.push(one.window);
          },
        );
        const inOrder = [...windows, ...again].toSorted((a, b) => a.index - b.index);
        await ask(recording, { model: helper, engine }, { language, windows: inOrder });
      });
    }
    const unclear = await drifted(recording);
    if (unclear.length > 0) await context.warn('language_drift');
    for (const one of unclear) await keep(recording, one);
  };

  return async (
    context: JobContext,
    audio: Audio,
    voices: Pick<VoicesAhead, 'begin'>,
  ): Promise<void> => {
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
    if (stored && stored.windows.length > 0) voices.begin();
    const read: ReadWindow = (window) => samples.read(context.job.id, window);
    const { job, signal } = context;
    const news = createSegmentNews({ transcripts, tell: tellSegments, clock, job, signal });
    const provenance = createProvenanceNotes(context, config.version);
    const recording: Recording = { context, audio, prompt, read, news, provenance, voices };
    if (model.architecture === 'parakeet') await transcribeWithHelp(recording, model, stored);
    else if (stored?.windows.length !== 0) await transcribe(recording, model, stored);
    await review(recording);
  };
}

function onlyLanguage({ languages }: ModelFile): string | null {
  return languages?.length === 1 ? (languages[0] ?? null) : null;
}
