import type { TimeSpan } from '../../shared/time.ts';
import { AppError } from '../core/errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { EnginePool } from '../engine/lanes/engine-pool.ts';
import { speechRegions } from '../engine/speech/find-speech.ts';
import { type TranscribedWindow, transcribeWindow } from '../engine/words/transcribe-window.ts';
import { vocabularyPrompt } from '../engine/words/vocabulary-prompt.ts';

export type LiveModel = {
  path: string;
  builtIn: boolean;
  architecture: 'whisper' | 'parakeet';
  languages: readonly string[] | null;
};
export type LivePorts = {
  engines: EnginePool;
  resolveModel: (name: string | null, language: string | null) => Promise<LiveModel>;
};
/** How the text of a recording is to be made. */
export type LiveOptions = {
  language: string | null;
  model: string | null;
  translate: boolean;
  vocabulary: readonly string[];
};

/** So many windows in a row in one language settle it. */
const SETTLED_BY = 2;
/** The engine takes no more at once. */
const MOST_DETECTED_BYTES = 30_000 * 32;

/** Finds speech in sound and transcribes it, on the engines that everything is made on. */
export function createLiveTranscriber({ engines, resolveModel }: LivePorts, options: LiveOptions) {
  let model: Promise<LiveModel> | null = null;
  let { language } = options;
  let inARow = { language: '', windows: 0 };

  const use = async <Result>(
    signal: AbortSignal,
    work: (engine: Engine, model: LiveModel) => Promise<Result>,
  ): Promise<Result> => {
    model ??= resolveModel(options.model, options.language);
    const found = await model.catch((error: unknown) => {
      model = null;
      throw error;
    });
    return engines.use(found.path, signal, (engine) => work(engine, found));
  };

  /** Whisper finds it out for each window until it is settled; Parakeet transcribes what is spoken. */
  const languageFor = ({ info }: Engine, { languages }: LiveModel): string | null => {
    if (language !== null) return language;
    if (info.model.architecture === 'whisper' && info.model.multilingual) return null;
    return languages?.[0] ?? 'en';
  };

  return {
    /** Where somebody speaks in samples of one track; all of it where the engine cannot tell. */
    speech: (pcm: Uint8Array, signal: AbortSignal): Promise<TimeSpan[]> =>
      use(signal, async (engine) => {
        const totalMs = Math.floor(pcm.length / 32);
        if (!engine.info.vad) return [{ startMs: 0, endMs: totalMs }];
        const latest = pcm.subarray(-MOST_DETECTED_BYTES);
        return speechRegions(await engine.speech(latest, { signal }), totalMs);
      }),

    /** Its words, with times within it; none where the engine can make nothing of it. */
    transcribe: (
      pcm: Uint8Array,
      speech: readonly TimeSpan[],
      signal: AbortSignal,
    ): Promise<Pick<TranscribedWindow, 'segments' | 'language'>> =>
      use(signal, async (engine, found) => {
        const asked = languageFor(engine, found);
        const { text: prompt } = vocabularyPrompt(found.builtIn ? [] : options.vocabulary);
        const { translate } = options;
        const how = { language: asked, prompt, translate, speech, signal };
        return transcribeWindow(engine, pcm, how).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
          return { segments: [], language: asked ?? '' };
        });
      }),

    /** A window is firm: what is spoken in several of them is spoken in the next. */
    settled(spoken: string): void {
      const windows = inARow.language === spoken ? inARow.windows + 1 : 1;
      inARow = { language: spoken, windows };
      if (windows >= SETTLED_BY) language ??= spoken;
    },
  };
}
