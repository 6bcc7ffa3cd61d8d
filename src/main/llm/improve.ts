import type { LlmSettingsInput } from '../../shared/llm.ts';
import { localeOf } from '../../shared/subtitles/timed-words.ts';
import type { Fallback, Structured } from '../../shared/transcription/structured.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Clock } from '../core/clock.ts';
import type { Core } from '../core.ts';
import { LlmError, type LlmServer, MAX_ANSWER_TOKENS } from './ask-language-model.ts';
import { createEvidenceReader } from './check-against-source.ts';
import { openServer } from './open-server.ts';
import type { WritingContext } from './write-chapter.ts';
import { applyChapters, writeChapters } from './write-chapters.ts';
import { writeSummary } from './write-summary.ts';

/** Shorter texts need no summary. */
const FEWEST_CHARS = 200;
const MOST_TOKENS = 6000;
const FEWEST_TOKENS = 500;
const INSTRUCTION_TOKENS = 700;

export type ImproveInput = {
  /** The extractive result; whatever the model cannot improve stays unchanged. */
  structured: Structured;
  segments: readonly Segment[];
  durationMs: number;
  signal: AbortSignal;
};

/**
 * Has a language model write titles and summaries of the chapters and of the whole. Ids and times are computed here,
 * and statements not supported by the transcript are dropped; the result is always complete. Throws only the signal's
 * reason.
 */
export async function improve(
  { structured, segments, durationMs, signal }: ImproveInput,
  { server, model, clock }: { server: LlmServer; model: string; clock: Clock },
): Promise<Structured> {
  const chars = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (chars < FEWEST_CHARS) return structured;
  const context = await createContext(server, segments, signal);
  const { written, trouble } = await writeChapters(server, structured, {
    ...context,
    durationMs,
    clock,
  });
  const points = written.map(({ parts }) => parts.flatMap((part) => part.points));
  const known = points.filter((own) => own.length > 0).length;
  // A summary of only half of the chapters would pass for one of all.
  const summary =
    known * 2 > points.length && trouble === null
      ? await writeSummary(server, points, context)
      : { reason: trouble ?? ('not_supported' as const) };
  const fallbacks: Fallback[] = [
    ...written.flatMap(({ reason }, id) => (reason === null ? [] : [{ chapter_id: id, reason }])),
    ...('reason' in summary ? [{ chapter_id: null, reason: summary.reason }] : []),
  ];
  const used = 'value' in summary || written.some(({ parts }) => parts.length > 0);
  const mode = fallbacks.length === 0 ? 'llm' : 'mixed';
  return {
    ...structured,
    table_of_contents: applyChapters(structured.table_of_contents, written),
    ...('value' in summary && { summary: summary.value }),
    generator: { mode: used ? mode : 'extractive', model, pending: false, fallbacks },
  };
}

async function createContext(
  server: LlmServer,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<WritingContext> {
  const code = segments[0]?.language ?? 'en';
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const tokens = await server.contextTokens(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof LlmError)) throw error;
    return 0;
  });
  const room = tokens - MAX_ANSWER_TOKENS - INSTRUCTION_TOKENS;
  return {
    language: names.of(localeOf(code)) ?? code,
    maxTokens: Math.min(MOST_TOKENS, Math.max(FEWEST_TOKENS, room)),
    readEvidence: createEvidenceReader(code),
    segments,
    signal,
  };
}

/** Improves structured texts with the language model configured at the time; null if there is none. */
export function createImprover(
  { clock }: Pick<Core, 'clock'>,
  settings: () => Promise<LlmSettingsInput | null>,
) {
  return async (input: ImproveInput): Promise<Structured | null> => {
    const llm = await settings();
    if (llm === null) return null;
    const { kind, base_url: baseUrl, model, api_key: apiKey = null } = llm;
    const server = openServer({ kind, baseUrl, model, apiKey }, clock);
    return improve(input, { server, model, clock });
  };
}
