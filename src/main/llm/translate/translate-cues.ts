import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { LlmSettingsInput } from '../../../shared/llm.ts';
import type { Fallback } from '../../../shared/transcription/structured.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { type LlmServer, MAX_ANSWER_TOKENS } from '../ask-language-model.ts';
import { estimateTokens } from '../cut-parts.ts';
import { openServer } from '../open-server.ts';
import { type LanguagePair, languagePair } from './languages.ts';
import {
  type Neighbour,
  type SourceCue,
  translateBatch,
  type WrittenCue,
} from './translate-batch.ts';

/** As many as a small model counts reliably, and as an answer has room for. */
const MOST_CUES = 12;
const MOST_TOKENS = 500;
const LEAST_TOKENS = 60;
const INSTRUCTION_TOKENS = 700;
const BEFORE = 3;
const AFTER = 2;

type CueToTranslate = { durationMs: number; text: string; translation: string | null };

export type TranslateInput = {
  cues: readonly CueToTranslate[];
  from: string;
  to: string;
  signal: AbortSignal;
  /** Stores the translated cues, after each batch. */
  store: (written: readonly WrittenCue[]) => Promise<void>;
};

/**
 * Translates with the language model configured at the time. Throws llm_missing, llm_unreachable, llm_refused,
 * llm_failed, translation_unusable, the signal's reason, and what `store` throws.
 */
export function createTranslator(
  { clock }: Pick<Core, 'clock'>,
  settings: () => Promise<LlmSettingsInput | null>,
) {
  return async (input: TranslateInput): Promise<void> => {
    const llm = await settings();
    if (llm === null) throw new AppError('llm_missing');
    const { kind, base_url: baseUrl, model, api_key: apiKey = null } = llm;
    await translateCues(openServer({ kind, baseUrl, model, apiKey }, clock), input);
  };
}

/** Translates the cues that have no translation yet, batch by batch. @throws as `createTranslator` */
export async function translateCues(server: LlmServer, input: TranslateInput): Promise<void> {
  const { cues, signal, store } = input;
  const known: Neighbour[] = cues.map(({ text, translation }) => ({ text, translation }));
  const storeAll = async (written: readonly WrittenCue[]) => {
    if (written.length > 0) await store(written);
    for (const { index, text } of written)
      known[index] = { text: known[index]?.text ?? '', translation: text };
  };
  await storeAll(cues.flatMap(keepWordless));
  const languages = languagePair(input.from, input.to);
  const room = await batchRoom(server, signal);
  const left = cues.flatMap(({ text, durationMs }, index) =>
    known[index]?.translation === null ? [{ index, text, durationMs }] : [],
  );
  for (const batch of cutBatches(left, room)) {
    await translatePart(batch, { server, languages, signal, known, storeAll });
  }
}

type PartContext = {
  server: LlmServer;
  languages: LanguagePair;
  signal: AbortSignal;
  known: readonly Neighbour[];
  storeAll: (written: readonly WrittenCue[]) => Promise<void>;
};

/** A batch whose answers cannot be used is halved, until one cue alone cannot be translated. */
async function translatePart(cues: readonly SourceCue[], context: PartContext): Promise<void> {
  const { known, signal } = context;
  signal.throwIfAborted();
  const first = cues[0]?.index ?? 0;
  const next = (cues.at(-1)?.index ?? 0) + 1;
  const before = known.slice(Math.max(0, first - BEFORE), first);
  const after = known.slice(next, next + AFTER);
  const outcome = await translateBatch({ cues, before, after }, context);
  if ('value' in outcome) return context.storeAll(outcome.value);
  if (outcome.transport) throw new AppError(FAULTS[outcome.reason] ?? 'llm_failed');
  if (cues.length === 1) throw new AppError('translation_unusable');
  const half = Math.ceil(cues.length / 2);
  await translatePart(cues.slice(0, half), context);
  await translatePart(cues.slice(half), context);
}

const FAULTS: Partial<Record<Fallback['reason'], ErrorCode>> = {
  unreachable: 'llm_unreachable',
  timeout: 'llm_unreachable',
  refused: 'llm_refused',
};

/** A text without letters is the same in every language. */
function keepWordless({ text, translation }: CueToTranslate, index: number): WrittenCue[] {
  const isWordless = translation === null && !/\p{L}/u.test(text);
  return isWordless ? [{ index, text: text.replaceAll(/\s+/gu, ' '), tooLong: false }] : [];
}

/** How many tokens of text fit in a request. */
async function batchRoom(server: LlmServer, signal: AbortSignal): Promise<number> {
  const tokens = await server.contextTokens(signal).catch(() => 0);
  signal.throwIfAborted();
  const room = (tokens - MAX_ANSWER_TOKENS - INSTRUCTION_TOKENS) / 2;
  return Math.min(MOST_TOKENS, Math.max(LEAST_TOKENS, room));
}

/** Adjacent cues together, since sentences continue from cue to cue. */
function cutBatches(cues: readonly SourceCue[], room: number): SourceCue[][] {
  const batches: SourceCue[][] = [];
  let tokens = 0;
  for (const cue of cues) {
    const own = estimateTokens(cue.text) + 8;
    const batch = batches.at(-1);
    const last = batch?.at(-1);
    const goesOn = last?.index === cue.index - 1 && tokens + own <= room;
    if (batch && goesOn && batch.length < MOST_CUES) {
      batch.push(cue);
      tokens += own;
    } else {
      batches.push([cue]);
      tokens = own;
    }
  }
  return batches;
}
