import { joinTexts } from '../../shared/subtitles/spacing.ts';
import type { Chapter, Fallback, Structured } from '../../shared/transcription/structured.ts';
import type { Clock } from '../core/clock.ts';
import type { LlmServer } from './ask-language-model.ts';
import { cutParts } from './cut-parts.ts';
import { type WritingContext, type WrittenPart, writePart } from './write-chapter.ts';

/** Minimum time before giving up; after it, a model slower than real time is not worth waiting for. */
const LEAST_MS = 600_000;
const MAX_FAILURES = 2;

/** The usable parts of a chapter, and why others were rejected. */
export type WrittenChapter = { parts: WrittenPart[]; reason: Fallback['reason'] | null };

/** Writes chapter by chapter. If the server fails or the run takes too long, the rest stays unchanged. */
export async function writeChapters(
  server: LlmServer,
  structured: Structured,
  { durationMs, clock, ...context }: WritingContext & { durationMs: number; clock: Clock },
): Promise<{ written: WrittenChapter[]; trouble: Fallback['reason'] | null }> {
  const ends = new Set(structured.paragraphs.map(({ segment_ids: ids }) => ids.at(-1) ?? 0));
  const until = clock.mono() + Math.max(LEAST_MS, durationMs);
  let failures = 0;
  let trouble: Fallback['reason'] | null = null;

  const write = async (chapter: Chapter): Promise<WrittenChapter> => {
    const { first_segment_id: first, last_segment_id: last } = chapter;
    const chapterSegments = context.segments.slice(first, last + 1);
    const result: WrittenChapter = { parts: [], reason: null };
    for (const part of cutParts(chapterSegments, ends, context.maxTokens)) {
      if (clock.mono() > until) trouble ??= 'timeout';
      if (trouble !== null) return { ...result, reason: trouble };
      const outcome = await writePart(server, part, context);
      if ('value' in outcome) result.parts.push(outcome.value);
      else result.reason = outcome.reason;
      failures = 'reason' in outcome && outcome.transport ? failures + 1 : 0;
      if (failures === MAX_FAILURES) trouble = result.reason;
    }
    return result;
  };

  const written: WrittenChapter[] = [];
  for (const chapter of structured.table_of_contents) written.push(await write(chapter));
  return { written, trouble };
}

/** Titles stay distinct: one that is already used is replaced by the transcript's own. */
export function applyChapters(
  chapters: readonly Chapter[],
  written: readonly WrittenChapter[],
): Chapter[] {
  const taken = new Set(chapters.map(({ title }) => title.toLowerCase()));
  return chapters.map((chapter, id) => {
    const parts = written[id]?.parts ?? [];
    const title = parts[0]?.title ?? null;
    const free = title !== null && !taken.has(title.toLowerCase());
    if (free) taken.add(title.toLowerCase());
    return {
      ...chapter,
      title: free ? title : chapter.title,
      summary: parts.length > 0 ? joinTexts(shorten(parts)) : chapter.summary,
    };
  });
}

/** With several parts, the first sentence of each of the first three. */
function shorten(parts: readonly WrittenPart[]): string[] {
  if (parts.length === 1) return parts[0]?.summary ?? [];
  return parts.slice(0, 3).flatMap(({ summary }) => summary.slice(0, 1));
}
