/** What of a recording is transcribed first, so that its text can be read before all of its windows are known. */
import type { TimeSpan } from '../../shared/time.ts';
import type { Engine } from '../engine/engine.ts';
import { findSpeech, wholeRequests } from '../engine/speech/speech.ts';
import { settledWindows } from '../engine/speech/windows.ts';
import { AppError } from '../errors.ts';
import type {
  PlannedWindow,
  TranscriptRepository,
} from '../repositories/transcripts/transcript.repository.ts';
import { findDrift } from './drift.ts';
import { forEachLane } from './lanes.ts';
import { clearLanguage, LEAST_FOREIGN_MS, voteLanguage } from './language-vote.ts';
import type { JobContext } from './progress.ts';
import { aheadOf, type EngineAhead } from './transcribe-ahead.ts';
import type { TranscribeRequest, WindowTranscriber } from './window-transcriber.ts';

/** Detecting speech in a shorter recording takes only a moment. */
const LONG_MS = 5 * 60_000;
/** How much of a long recording is transcribed before speech is detected in the rest. */
const OPENING_MS = 3 * 60_000;
const OPENING_VOTERS = 3;

export type TranscribeAheadRequest = TranscribeRequest & { engine: EngineAhead };
/** What was transcribed before the language of the whole was determined, and in which language each window was. */
type FirstText = { windows: readonly PlannedWindow[]; languages: ReadonlyMap<number, string> };

const NOTHING: FirstText = { windows: [], languages: new Map() };

/** The language if it need not be detected; otherwise null. */
export function knownLanguage({ job }: JobContext, engine: Engine): string | null {
  const known = job.options.language ?? job.language;
  if (known === null) return engine.info.model.multilingual ? null : 'en';
  if (!engine.info.languages.includes(known)) throw new AppError('unsupported_language');
  return known;
}

export function createFirstText({
  transcripts,
  transcribePlanned,
  store,
}: Pick<WindowTranscriber, 'transcribePlanned' | 'store'> & {
  transcripts: TranscriptRepository;
}) {
  /** Transcribes and stores a window before the language of the whole is determined. */
  const transcribeFirst = async (
    request: TranscribeAheadRequest,
    window: PlannedWindow,
    asked: { language: string; speech: readonly TimeSpan[] },
  ): Promise<void> => {
    const { context, audio, model, news } = request;
    const outcome = await transcribePlanned(request, window, asked);
    // A window whose text is in another language is left for later, when all windows are known.
    if (findDrift(model, window, outcome, asked.language) === null)
      await store(request, window, outcome);
    news.windowStored();
    context.progress.report('transcribing', window.endMs / audio.durationMs);
  };

  /** The language of the first windows, by as few of them as are clearly in one. */
  const openingLanguage = async (
    { context, engine, read }: TranscribeAheadRequest,
    windows: readonly PlannedWindow[],
  ): Promise<string> => {
    const known = knownLanguage(context, engine);
    if (known !== null) return known;
    const [voters, { signal }] = [windows.slice(0, OPENING_VOTERS), context];
    const first = voters.slice(0, engine.info.lanes);
    const vote = await voteLanguage(aheadOf(engine), first, read, signal);
    if (vote.clear) return vote.language;
    return (await voteLanguage(aheadOf(engine), voters, read, signal)).language;
  };

  /**
   * Transcribes the start of a long recording before detecting speech in the rest, so that its text can be read early.
   * Its windows are the same as when the whole recording is cut, and its language almost always is too.
   */
  const opening = async (request: TranscribeAheadRequest): Promise<FirstText> => {
    const { context, audio, engine, plansOnly } = request;
    if (plansOnly || audio.durationMs < LONG_MS || !engine.info.vad) return NOTHING;
    const { signal, claim } = context;
    const source = { path: audio.path, signal, endMs: wholeRequests(OPENING_MS) };
    const speech = await findSpeech(source, engine);
    const windows = settledWindows(speech);
    await transcripts.plan(claim, { windows, speech: speech.regions });
    if (windows.length === 0) return NOTHING;
    const language = await openingLanguage(request, windows);
    await forEachLane(
      windows,
      () => engine.info.lanes,
      (window) => transcribeFirst(request, window, { language, speech: speech.regions }),
    );
    return { windows, languages: new Map(windows.map(({ index }) => [index, language])) };
  };

  /**
   * Transcribes as many windows of a short recording as there are lanes, each in the language that it is clearly in: that
   * is the recording's, or the window's own.
   */
  const start = async (
    request: TranscribeAheadRequest,
    windows: readonly PlannedWindow[],
  ): Promise<FirstText> => {
    const { context, engine, read, plansOnly } = request;
    const first = windows.slice(0, engine.info.lanes);
    const isKnown = knownLanguage(context, engine) !== null;
    if (plansOnly || isKnown || first.length === windows.length) return NOTHING;
    const { job, claim } = context;
    const done = (await transcripts.windows(job.id)).filter((window) => window.done);
    // An earlier run had come this far.
    if (done.length > 0) return { windows: done, languages: await transcripts.languages(job.id) };
    const speech = await transcripts.speech(job.id);
    const languages = new Map<number, string>();
    await forEachLane(
      first,
      () => engine.info.lanes,
      async (window) => {
        const vote = await engine.detectAhead(await read(window), { signal: context.signal });
        const language = clearLanguage(vote);
        if (language === null || window.endMs - window.startMs < LEAST_FOREIGN_MS) return;
        languages.set(window.index, language);
        await transcripts.nameLanguages(claim, new Map([[window.index, language]]));
        await transcribeFirst(request, window, { language, speech });
      },
    );
    return { windows: first.filter(({ index }) => languages.has(index)), languages };
  };

  return { opening, start };
}
