import { hash } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { Engine, TranscribeOptions, WindowTranscript } from '../../engine/engine.ts';

/** An engine that detects a window's language by transcribing it, and keeps the text until it is requested. */
export type EngineAhead = Engine & {
  detectAhead(
    pcm: Uint8Array,
    options: Pick<TranscribeOptions, 'signal' | 'alone'>,
  ): ReturnType<Engine['detect']>;
};

/**
 * Encoding a window is most of the work of detecting its language, and of transcribing it with a small model. A window
 * that is transcribed next anyway is therefore transcribed once for both.
 * @param asked the options with which every window is transcribed
 */
export function transcribeAhead(
  engine: Engine,
  asked: Pick<TranscribeOptions, 'prompt' | 'translate'>,
): EngineAhead {
  const transcripts = new Map<string, WindowTranscript>();
  const languages = new Map<string, Record<string, number>>();
  /** No window is asked for its language twice. */
  const once = async (
    pcm: Uint8Array,
    detect: (key: string) => Promise<Record<string, number>>,
  ) => {
    const key = hash('sha256', pcm);
    const found = languages.get(key) ?? (await detect(key));
    languages.set(key, found);
    return found;
  };
  return {
    ...engine,
    get info() {
      return engine.info;
    },
    detect: (pcm, options) => once(pcm, () => engine.detect(pcm, options)),
    detectAhead: (pcm, options) =>
      once(pcm, async (key) => {
        try {
          const transcript = await engine.transcribe(pcm, { ...asked, ...options, language: null });
          transcripts.set(key, transcript);
          return transcript.languageProbs;
        } catch (error) {
          // A window without a text may still have a language.
          if (!(error instanceof AppError) || error.code !== 'window_failed') throw error;
          return await engine.detect(pcm, options);
        }
      }),
    async transcribe(pcm, options) {
      const key = transcripts.size > 0 ? hash('sha256', pcm) : '';
      const known = transcripts.get(key);
      transcripts.delete(key);
      const isSame =
        known?.language === options.language &&
        options.temperature === undefined &&
        options.prompt === asked.prompt;
      return known && isSame ? known : await engine.transcribe(pcm, options);
    },
  };
}

/** The engine as one that detects a window's language by transcribing it. */
export function aheadOf({ info, detectAhead }: EngineAhead) {
  return { info, detect: detectAhead };
}
