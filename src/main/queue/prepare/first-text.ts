/** What of a recording is transcribed first, so that its text can be read before all of its windows are known. */
import type { TimeSpan } from '../../../shared/time.ts';
import { AppError } from '../../core/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { settledWindows } from '../../engine/speech/cut-windows.ts';
import { findSpeech, wholeRequests } from '../../engine/speech/find-speech.ts';
import type {
  PlannedWindow,
  TranscriptRepository,
} from '../../repositories/transcripts/transcript.repository.ts';
import type { JobContext } from '../job-context.ts';
import { forEachLane } from '../windows/for-each-lane.ts';
import { findDrift } from '../windows/language-drift.ts';
import type { TranscribeRequest, WindowTranscriber } from '../windows/transcribe-while-planning.ts';
import { clearLanguage, LEAST_FOREIGN_MS, VOTERS, voteLanguage } from './language-vote.ts';
import { aheadOf, type EngineAhead } from './transcribe-ahead.ts';

/** Detecting speech in a shorter recording takes only a moment. */
const LONG_MS = 5 * 60_000;
/** How much of a long recording is transcribed before speech is detected in the rest. */
const OPENING_MS = 3 * 60_000;
const OPENING_VOTERS = 3;

export type TranscribeAheadRequest = TranscribeRequest & { engine: EngineAhead };
type Asked = { speech: readonly TimeSpan[]; alone: boolean };
/** What was transcribed before the language of the whole was determined. */
type FirstText = {
  windows: readonly PlannedWindow[];
  /** In which language each of them was, and the languages of those that are clearly in one. */
  languages: ReadonlyMap<number, string>;
  clear: ReadonlyMap<number, string>;
};

const NOTHING: FirstText = { windows: [], languages: new Map(), clear: new Map() };

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
    asked: Asked & { language: string },
  ): Promise<void> => {
    const { context, audio, model, news } = request;
    const outcome = await transcribePlanned(request, window, asked);
    // A window whose text is in another language is left for later, when all windows are known.
    const { language } = asked;
    if ('failed' in outcome || findDrift({ model, language }, outcome) === null)
      await store({ ...request, language }, window, outcome);
    news.windowStored();
    context.progress.report('transcribing', window.endMs / audio.durationMs);
  };

  /** Transcribes a window in the language that it is clearly in, and returns that; null if it is in none. */
  const transcribeClear = async (
    request: TranscribeAheadRequest,
    window: PlannedWindow,
    { speech, alone }: Asked,
  ): Promise<string | null> => {
    const { context, engine, read } = request;
    const { signal } = context;
    const vote = await engine.detectAhead(await read(window), { signal, alone });
    const language = clearLanguage(vote);
    if (language === null || window.endMs - window.startMs < LEAST_FOREIGN_MS) return null;
    await transcripts.nameLanguages(context.claim, new Map([[window.index, language]]));
    await transcribeFirst(request, window, { language, speech, alone });
    return language;
  };

  /** The language of the first windows, by the first of them and as many as there are lanes, but no fewer than three. */
  const openingLanguage = async (
    { context, engine, read }: TranscribeAheadRequest,
    windows: readonly PlannedWindow[],
  ): Promise<string> => {
    const count = Math.min(VOTERS, Math.max(OPENING_VOTERS, engine.info.lanes + 1));
    const voters = windows.slice(0, count);
    return (await voteLanguage(aheadOf(engine), voters, read, context.signal)).language;
  };

  /**
   * Transcribes the start of a long recording before detecting speech in the rest, so that its text can be read early.
   * Its windows are the same as when the whole recording is cut, and its language almost always is too.
   */
  const opening = async (request: TranscribeAheadRequest): Promise<FirstText> => {
    const { context, audio, engine, plansOnly } = request;
    if (plansOnly || audio.durationMs < LONG_MS || !engine.info.vad) return NOTHING;
    const { signal, claim, job } = context;
    // There is text to read already.
    if ((await transcripts.windows(job.id)).some(({ done }) => done)) return NOTHING;
    const source = { path: audio.path, signal, endMs: wholeRequests(OPENING_MS) };
    const speech = await findSpeech(source, engine);
    const windows = settledWindows(speech);
    await transcripts.plan(claim, { windows, speech: speech.regions });
    const [first] = windows;
    if (!first) return NOTHING;
    const asked = { speech: speech.regions, alone: true };
    const known = knownLanguage(context, engine);
    const own = known === null ? await transcribeClear(request, first, asked) : null;
    const language = known ?? (await openingLanguage(request, windows));
    await forEachLane(
      own === null ? windows : windows.slice(1),
      () => engine.info.lanes,
      (window, alone) => transcribeFirst(request, window, { ...asked, language, alone }),
      { soon: own === null },
    );
    const clear = new Map(own === null ? [] : [[first.index, own]]);
    const languages = new Map([
      ...windows.map(({ index }) => [index, language] as const),
      ...clear,
    ]);
    return { windows, languages, clear };
  };

  /**
   * Transcribes the first windows of a short recording, each in the language that it is clearly in: that is the
   * recording's, or the window's own. Of a recording of few windows these are all, which have to be asked for their
   * language anyway.
   */
  const start = async (
    request: TranscribeAheadRequest,
    windows: readonly PlannedWindow[],
  ): Promise<FirstText> => {
    const { context, engine, plansOnly } = request;
    if (plansOnly || knownLanguage(context, engine) !== null) return NOTHING;
    const { job } = context;
    const done = (await transcripts.windows(job.id)).filter((window) => window.done);
    // An earlier run had come this far.
    const earlier = done.length > 0 ? await transcripts.languages(job.id) : null;
    if (earlier) return { windows: done, languages: earlier, clear: earlier };
    const speech = await transcripts.speech(job.id);
    const few = windows.length <= VOTERS;
    const first = few ? windows : windows.slice(0, engine.info.lanes + 1);
    const languages = new Map<number, string>();
    await forEachLane(
      first,
      () => engine.info.lanes,
      async (window, alone) => {
        const language = await transcribeClear(request, window, { speech, alone });
        if (language !== null) languages.set(window.index, language);
      },
      { soon: true },
    );
    const clear = first.filter(({ index }) => languages.has(index));
    return { windows: clear, languages, clear: languages };
  };

  return { opening, start };
}
