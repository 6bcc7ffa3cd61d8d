/** Transcribes a window on this machine: its model, the engine, and second attempts included. */
import { join } from 'node:path';
import { ERRORS } from '../../shared/error-catalogue.ts';
import type { TimeSpan } from '../../shared/time.ts';
import { isDoubt } from '../../shared/transcription/transcript.ts';
import { MOST_LOADED, type TaskOutcome } from '../../shared/worker-protocol.ts';
import type { Clock } from '../core/clock.ts';
import { abortable } from '../core/deadline.ts';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import { toAppError } from '../core/system-errors.ts';
import type { OpenEngine } from '../engine/engine.ts';
import { createEnginePool, DEATHS } from '../engine/lanes/engine-pool.ts';
import { fitTogether } from '../engine/process/model-memory.ts';
import { type TranscribedWindow, transcribeWindow } from '../engine/words/transcribe-window.ts';
import { createFetchModel } from './fetch-model.ts';
import type { ServiceLink } from './service-requests.ts';
import type { Task } from './task-client.ts';

export type TranscribeTask = ReturnType<typeof createTranscribeTask>;

export function createTranscribeTask(options: {
  openEngine: OpenEngine;
  lanes: number;
  /** For the models it fetches. */
  dataDir: string;
  link: Pick<ServiceLink, 'fetch'>;
  clock: Clock;
  logger: Logger;
}) {
  const { openEngine, lanes, dataDir, link, clock, logger } = options;
  const fetchModel = createFetchModel({ folder: join(dataDir, 'worker-models'), link, clock });
  const engines = createEnginePool({
    open: openEngine,
    fits: (paths) => fitTogether(paths.map((modelPath) => ({ modelPath, lanes }))),
    clock,
  });
  /** A model that one window needs may be needed by others, so it is fetched even if that window is taken back. */
  const closing = new AbortController();
  let loaded: string[] = [];
  let device: string | null = null;

  return {
    /** The names of the models it has used, the last one first. */
    models: () => loaded,
    /** The graphics card of the last window; null for the processor. */
    device: () => device,

    /** Rejects only with the signal's reason. */
    async run({ model, ask, pcm }: Task, signal: AbortSignal): Promise<TaskOutcome> {
      let isLoaded = false;
      try {
        const path = await abortable(fetchModel(model, closing.signal), signal);
        return await engines.use(path, signal, async (engine) => {
          isLoaded = true;
          device = engine.info.device?.name ?? null;
          const others = loaded.filter((name) => name !== model.name);
          loaded = [model.name, ...others].slice(0, MOST_LOADED);
          const speech = ask.speech.map((it) => ({ startMs: it.start_ms, endMs: it.end_ms }));
          return asOutcome(await transcribeWindow(engine, pcm, { ...ask, speech, signal }));
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!isLoaded) loaded = loaded.filter((name) => name !== model.name);
        const code = isLoaded ? codeOf(error) : 'model_unavailable';
        logger.warn({ err: error }, 'a window could not be transcribed');
        // What an engine says of itself is for the log.
        return { outcome: 'failed', code, message: ERRORS[toAppError(error).code].message };
      }
    },
    async close(): Promise<void> {
      closing.abort(new Error('The worker ends.'));
      await engines.close();
    },
  };
}

/** The words as they are sent. */
function asOutcome({ segments, suppressed, ...window }: TranscribedWindow): TaskOutcome {
  return {
    outcome: 'transcribed',
    language: window.language,
    no_speech_prob: window.noSpeechProb,
    rescued: window.rescued,
    segments: segments.map(({ text, language, confidence, words, flags, ...span }) => ({
      ...onWire(span),
      ...{ text, language, confidence, flags: flags.filter(isDoubt) },
      words: words.map((word) => ({
        ...onWire(word),
        text: word.text,
        confidence: word.confidence,
      })),
    })),
    suppressed: suppressed.map(({ text, reason, ...span }) => ({ ...onWire(span), text, reason })),
  };
}

const onWire = ({ startMs, endMs }: TimeSpan) => ({ start_ms: startMs, end_ms: endMs });

function codeOf(error: unknown): 'engine_crashed' | 'window_failed' {
  return error instanceof AppError && DEATHS.has(error.code) ? 'engine_crashed' : 'window_failed';
}
