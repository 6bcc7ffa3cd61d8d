import { open } from 'node:fs/promises';
import type { TimeSpan } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Core } from '../core.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineHost } from '../engine/lanes/engine-host.ts';
import { findSpeech } from '../engine/speech/speech.ts';
import { cutWindows } from '../engine/speech/windows.ts';
import { hearWindow } from '../engine/words/hear-window.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import {
  createTranscriptRepository,
  type PlannedWindow,
} from '../repositories/transcripts/transcript.repository.ts';
import { forEachLane } from './lanes.ts';
import { foreignWindows, voteLanguage } from './language-vote.ts';
import type { JobContext } from './progress.ts';
import type { Workload } from './workload.ts';

/** 16 samples of two bytes each. */
const BYTES_A_MS = 32;
/** What everybody is called while nobody tells voices apart. */
const ONE_SPEAKER = 'Speaker 1';

export type ModelFile = { name: string; path: string; builtIn: boolean };
type Audio = { path: string; durationMs: number };
type ReadWindow = (window: PlannedWindow) => Promise<Uint8Array>;

/** Cuts the samples into windows, hears each and commits its words; goes on where an earlier run stopped. */
export function createTranscribeStage(
  { patient, clock }: Pick<Core, 'patient' | 'clock'>,
  {
    engines,
    workload,
    resolveModel,
  }: {
    engines: EngineHost;
    workload: Workload;
    resolveModel: (name: string | null, language: string | null) => Promise<ModelFile>;
  },
) {
  const transcripts = createTranscriptRepository(patient);
  /** The windows an earlier run planned and did not finish; null when nothing is planned yet. */
  const planned = async (context: JobContext): Promise<PlannedWindow[] | null> => {
    const stored = await transcripts.windows(context.job.id);
    return stored.length > 0 ? stored.filter((window) => !window.done) : null;
  };

  const plan = async (
    context: JobContext,
    audio: Audio,
    engine: Engine,
  ): Promise<PlannedWindow[]> => {
    const speech = await findSpeech({ path: audio.path, signal: context.signal }, engine);
    const windows = cutWindows(speech);
    await transcripts.plan(context.claim, { windows, speech: speech.regions });
    failpoint('windows.stored');
    if (windows.length === 0) await context.warn('no_speech');
    return windows;
  };

  /** The recording's language. Where it is mixed, the windows in another language are told theirs, for good. */
  const chooseLanguage = async (
    context: JobContext,
    engine: Engine,
    windows: readonly PlannedWindow[],
    read: ReadWindow,
  ): Promise<string> => {
    const known = context.job.options.language ?? context.job.language;
    if (known !== null) {
      if (!engine.info.languages.includes(known)) throw new AppError('unsupported_language');
      return known;
    }
    if (!engine.info.model.multilingual) return 'en';
    const vote = await voteLanguage(engine, windows, read, context.signal);
    if (!vote.sure) await context.warn('language_uncertain');
    if (vote.mixed) {
      const { claim, signal } = context;
      const foreign = await foreignWindows(engine, windows, read, vote.language, signal);
      await transcripts.nameLanguages(claim, foreign);
    }
    return vote.language;
  };

  const hear = async (
    context: JobContext,
    engine: Engine,
    window: PlannedWindow,
    options: { language: string; speech: readonly TimeSpan[]; read: ReadWindow },
  ): Promise<void> => {
    const { language, read } = options;
    const speech = options.speech
      .filter(({ startMs, endMs }) => endMs > window.startMs && startMs < window.endMs)
      .map((span) => shift(span, -window.startMs));
    const pcm = await read(window);
    const heard = await hearWindow(engine, pcm, { language, speech, signal: context.signal }).catch(
      (error: unknown) => {
        // The engine lives and goes on: one part less, and said so, is better than no transcript.
        if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
        return { language, noSpeechProb: 0, segments: [], suppressed: [], failed: true };
      },
    );
    failpoint('window.heard');
    await transcripts.commitWindow(context.claim, {
      failed: false,
      ...heard,
      index: window.index,
      segments: heard.segments.map((segment) => ({
        ...shift(segment, window.startMs),
        speaker: ONE_SPEAKER,
        words: segment.words.map((word) => shift(word, window.startMs)),
      })),
      suppressed: heard.suppressed.map((text) => shift(text, window.startMs)),
    });
    failpoint('window.stored');
  };

  /** Says what is missing from the text; fails when nothing at all could be made out. */
  const review = async (context: JobContext): Promise<void> => {
    const { failed, suppressed } = await transcripts.coverage(context.job.id);
    const windows = await transcripts.windows(context.job.id);
    if (failed.length > 0 && failed.length === windows.length) throw new AppError('window_failed');
    if (failed.length > 0) await context.warn('part_failed', failed.length);
    if (suppressed.length > 0) await context.warn('text_suppressed', suppressed.length);
  };

  return async (context: JobContext, audio: Audio): Promise<void> => {
    const model = await resolveModel(context.job.options.model, context.job.options.language);
    await context.learn({ model: model.name });
    if (model.builtIn) await context.warn('demo_model');
    context.progress.report('transcribing', 0);
    const stored = await planned(context);
    if (stored?.length === 0) return review(context);
    await using file = await open(audio.path, 'r');
    const read: ReadWindow = async ({ startMs, endMs }) => {
      const pcm = new Uint8Array((endMs - startMs) * BYTES_A_MS);
      const { bytesRead } = await file.read(pcm, 0, pcm.length, startMs * BYTES_A_MS);
      return pcm.subarray(0, bytesRead - (bytesRead % 2));
    };
    await engines.use(model.path, context.signal, async (engine) => {
      const left = new Set(stored ?? (await plan(context, audio, engine)));
      if (left.size === 0) return;
      const language = await chooseLanguage(context, engine, [...left], read);
      await context.learn({ language });
      failpoint('language.stored');
      const speech = await transcripts.speech(context.job.id);
      const foreign = await transcripts.languages(context.job.id);
      const meter = createMeter(context, { clock, workload }, left, audio.durationMs);
      try {
        await forEachLane([...left], engine.info.lanes, async (window) => {
          const own = foreign.get(window.index) ?? language;
          await hear(context, engine, window, { language: own, speech, read });
          left.delete(window);
          meter.done(window);
        });
      } finally {
        meter.end();
      }
      await context.took({ stage: 'transcribing', model: model.name, ...meter.heard() });
    });
    await review(context);
  };
}

function shift<Span extends TimeSpan>(span: Span, byMs: number): Span {
  return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
}

/** Progress and time left by the media that is left and how fast the machine hears, whoever it hears. */
function createMeter(
  context: JobContext,
  { clock, workload }: { clock: Clock; workload: Workload },
  left: ReadonlySet<PlannedWindow>,
  totalMs: number,
) {
  const startedAt = clock.mono();
  const beforeMs = lengthOf(left);
  const end = workload.listen();
  const heardMs = () => beforeMs - lengthOf(left);
  return {
    done({ startMs, endMs }: PlannedWindow): void {
      workload.heard(endMs - startMs);
      const leftMs = lengthOf(left);
      const pace = workload.pace();
      context.progress.report(
        'transcribing',
        1 - leftMs / totalMs,
        pace === null ? null : leftMs * pace,
      );
    },
    end,
    /** What this run heard, and how long it would have taken alone. */
    heard: () => ({
      mediaMs: heardMs(),
      wallMs: heardMs() * (workload.pace() ?? 0) || clock.mono() - startedAt,
    }),
  };
}

function lengthOf(windows: Iterable<PlannedWindow>): number {
  let length = 0;
  for (const { startMs, endMs } of windows) length += endMs - startMs;
  return length;
}
