/** An engine on a graphics card that falls back to the processor: windows are transcribed even if the card fails. */
import { AppError } from '../../core/errors.ts';
import type { Engine, WindowTranscript } from '../engine.ts';

/** A card that responds but fails on this many windows is no longer used. */
const MOST_FAILURES = 3;
/** Errors of a window or of the card, where the processor may do better. */
const RESCUED: ReadonlySet<string> = new Set([
  'engine_crashed',
  'engine_protocol',
  'out_of_memory',
  'window_failed',
]);

type Work<Result> = (engine: Engine) => Promise<Result>;

type Ports = {
  card: Engine;
  /** Loads the model on the processor, once it is needed. */
  openProcessor: () => Promise<Engine>;
  /** The card failed where the processor did not; `lost` if it is no longer used. */
  onFailure: (error: AppError, lost: boolean) => void;
  /** The engine is closed after transcribing windows of which none failed. */
  onGoodEnd: () => void;
};

/** What fails on the card is repeated on the processor, and so is all that follows if the card is lost. */
export function createCardEngine({ card, openProcessor, onFailure, onGoodEnd }: Ports): Engine {
  let opening: Promise<Engine> | null = null;
  let processor: Engine | null = null;
  let transcribed = 0;
  let failures = 0;
  let lost = false;
  let closed = false;

  /** One process after the other, once the first is gone: two might not fit in memory. */
  const onProcessor = async (): Promise<Engine> => {
    if (lost) await card.close();
    if (processor === null) {
      opening ??= openProcessor();
      processor = await opening.finally(() => {
        opening = null;
      });
    }
    if (closed) await processor.close();
    return processor;
  };

  const onCard = async <Result>(work: Work<Result>): Promise<Result> => {
    const result = await work(card);
    transcribed++;
    return result;
  };

  const ask = async <Result>(
    work: Work<Result>,
    signal?: AbortSignal,
  ): Promise<{ result: Result; rescued: boolean }> => {
    if (lost) return { result: await work(await onProcessor()), rescued: true };
    try {
      return { result: await onCard(work), rescued: false };
    } catch (error) {
      signal?.throwIfAborted();
      if (closed || !(error instanceof AppError) || !RESCUED.has(error.code)) throw error;
      failures++;
      lost ||= !card.alive() || error.code === 'engine_crashed' || failures >= MOST_FAILURES;
      const result = await work(await onProcessor());
      // A window that fails on both is not the card's fault.
      onFailure(error, lost);
      return { result, rescued: true };
    }
  };

  return {
    info: card.info,
    alive: () => !closed && (!lost || (processor?.alive() ?? true)),
    async transcribe(pcm, options): Promise<WindowTranscript> {
      const { result, rescued } = await ask((it) => it.transcribe(pcm, options), options.signal);
      return rescued ? { ...result, rescued } : result;
    },
    detect: async (pcm, options) =>
      (await ask((it) => it.detect(pcm, options), options.signal)).result,
    speech: async (pcm, options) =>
      (await ask((it) => it.speech(pcm, options), options.signal)).result,
    bench: async (options) => (await ask((it) => it.bench(options), options.signal)).result,
    async close() {
      if (!closed && failures === 0 && transcribed > 0) onGoodEnd();
      closed = true;
      await card.close();
      await opening?.catch(() => {});
      await processor?.close();
    },
  };
}
