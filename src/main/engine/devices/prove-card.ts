/** Tests whether a graphics card gives the same results for a model as the processor. */
import type { Verdict } from '../../../shared/models/devices.ts';
import type { Clock } from '../../core/clock.ts';
import { within } from '../../core/deadline.ts';
import { AppError } from '../../core/errors.ts';
import type { Engine, OpenEngine, WindowTranscript } from '../engine.ts';

export type Proof = {
  verdict: Verdict;
  /** How long a window took on each, in ms; null if none was transcribed. */
  cardMs: number | null;
  processorMs: number | null;
};

/** Compiling shaders at the first start of a driver alone may take minutes. */
const PATIENCE_MS = 300_000;
/** A card this much slower than the processor is of no use. */
const SLOWEST = 10;
/** A card rounds differently, so that one word in ten may differ; broken cards recognize hardly any. */
const MOST_WRONG = 0.1;

type Trial = {
  openEngine: OpenEngine;
  modelPath: string;
  device: string;
  /** The window that both transcribe, s16le at 16 kHz. */
  pcm: Uint8Array;
  language: string;
  /** Of the whole processor. */
  threads: number;
  clock: Clock;
  signal: AbortSignal;
};

/**
 * Transcribes a window on the processor and on the card, and compares the words. Rejects as the processor's engine
 * does, with the signal's reason, or with AppError `out_of_memory` if the card has too little memory for the model now.
 */
export async function proveCard(trial: Trial): Promise<Proof> {
  const own = await transcribeWith(trial, null, trial.signal);
  const words = wordsOf(own.transcript);
  if (words.length === 0) return { verdict: 'unproven', cardMs: null, processorMs: own.ms };
  const limit = { ...trial, ms: PATIENCE_MS + SLOWEST * own.ms, late: new Late() };
  try {
    const card = await within(limit, (signal) => transcribeWith(trial, trial.device, signal));
    return {
      verdict: compare(words, wordsOf(card.transcript)),
      cardMs: card.ms,
      processorMs: own.ms,
    };
  } catch (error) {
    trial.signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'out_of_memory') throw error;
    const verdict = error instanceof Late ? 'hangs' : 'crashed';
    return { verdict, cardMs: null, processorMs: own.ms };
  }
}

class Late extends Error {}

/** The last run is timed: during its first, a card's driver compiles shaders. */
async function transcribeWith(
  { openEngine, modelPath, threads, pcm, language, clock }: Trial,
  device: string | null,
  signal: AbortSignal,
): Promise<{ transcript: WindowTranscript; ms: number }> {
  const where = device === null ? {} : { device };
  const engine = await openEngine({ modelPath, lanes: 1, threads, signal, ...where });
  try {
    const asked = { language: knownOf(engine, language), signal };
    if (device !== null) await engine.transcribe(pcm, asked);
    const startedAt = clock.mono();
    const transcript = await engine.transcribe(pcm, asked);
    return { transcript, ms: Math.max(1, clock.mono() - startedAt) };
  } finally {
    await engine.close();
  }
}

function knownOf({ info }: Engine, language: string): string {
  return info.languages.includes(language) ? language : (info.languages[0] ?? language);
}

function wordsOf({ segments }: WindowTranscript): string[] {
  const text = segments.map((segment) => segment.text).join(' ');
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function compare(own: readonly string[], card: readonly string[]): Verdict {
  if (card.length === 0) return 'silent';
  return distance(own, card) <= Math.floor(own.length * MOST_WRONG) ? 'good' : 'other_words';
}

/** How many words are to be added, removed or replaced to make one of the other. */
function distance(one: readonly string[], other: readonly string[]): number {
  let row = other.map((_, index) => index + 1);
  for (const [i, word] of one.entries()) {
    let [before, left] = [i, i + 1];
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, before + (word === other[j] ? 0 : 1));
      before = above;
      return left;
    });
  }
  return row.at(-1) ?? one.length;
}
