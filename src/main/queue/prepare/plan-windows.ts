/** Cuts a recording into windows, and determines their languages; resumes where an earlier run stopped. */
import { isDeepStrictEqual } from 'node:util';
import { failpoint } from '../../core/failpoint.ts';
import { cutWindows } from '../../engine/speech/cut-windows.ts';
import { findSpeech } from '../../engine/speech/find-speech.ts';
import type {
  PlannedWindow,
  TranscriptRepository,
} from '../../repositories/transcripts/transcript.repository.ts';
import type { JobContext } from '../job-context.ts';
import type { TranscribeRequest, WindowTranscriber } from '../windows/transcribe-while-planning.ts';
import { createFirstText, knownLanguage, type TranscribeAheadRequest } from './first-text.ts';
import { foreignWindows, voteLanguage } from './language-vote.ts';

/** The windows left to transcribe, and the language of those without one of their own. */
export type Plan = { windows: readonly PlannedWindow[]; language: string };
/** The windows that were transcribed while the plan was made, and how long that took. */
type Ahead = { windows: readonly PlannedWindow[]; ms: number };

export function createPlanning(transcripts: TranscriptRepository, transcriber: WindowTranscriber) {
  const firstText = createFirstText({ transcripts, ...transcriber });
  const untranscribed = async (id: string): Promise<PlannedWindow[]> =>
    (await transcripts.windows(id)).filter((window) => !window.done);

  /** The plan an earlier run left unfinished; null if it had not determined a language. */
  const planned = async ({ job: { id, language } }: JobContext): Promise<Plan | null> =>
    language === null ? null : { language, windows: await untranscribed(id) };

  /** All windows of the recording; the first of them may be transcribed already. */
  const plan = async (request: TranscribeRequest): Promise<PlannedWindow[]> => {
    const { context, audio, engine, voices } = request;
    const speech = await findSpeech({ path: audio.path, signal: context.signal }, engine);
    const windows = cutWindows(speech);
    const before = await transcripts.windows(context.job.id);
    const stored = before.map(({ index, startMs, endMs }) => ({ index, startMs, endMs }));
    // What was transcribed before stays.
    const isSame = isDeepStrictEqual(windows.slice(0, stored.length), stored);
    const transcribed = isSame ? stored.length : 0;
    await transcripts.plan(context.claim, { windows, speech: speech.regions, transcribed });
    failpoint('windows.stored');
    voices.begin();
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

  return { planned, prepare };
}
