import { expect } from 'vitest';
import { joinTexts } from '../../../src/shared/subtitles/spacing.ts';
import { Structured } from '../../../src/shared/transcription/structured.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';

/** What holds for every transcript structured by its own words, whatever was said. */
export function expectGrounded(structured: Structured, segments: readonly Segment[]): void {
  expectAnchored(structured, segments);
  const text = joinTexts(segments.map((segment) => segment.text));
  for (const sentence of structured.summary.sentences) expect(text).toContain(sentence.text);
}

/** What holds whichever model wrote titles and summaries: complete, and every item in its place in the recording. */
export function expectAnchored(structured: Structured, segments: readonly Segment[]): void {
  const text = joinTexts(segments.map((segment) => segment.text));
  const ids = segments.map((segment) => segment.id);
  const startOf = (id: number | undefined) => (segments[id ?? -1]?.startMs ?? -1) / 1000;
  const { paragraphs, table_of_contents: chapters, summary, key_highlights, terms } = structured;

  expect(Structured.parse(JSON.parse(JSON.stringify(structured)))).toEqual(structured);
  expect(paragraphs.flatMap((paragraph) => paragraph.segment_ids)).toEqual(ids);
  expect(
    chapters.flatMap(({ first_segment_id: first, last_segment_id: last }) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  ).toEqual(ids);
  for (const paragraph of paragraphs) {
    const speakers = new Set(paragraph.segment_ids.map((id) => segments[id]?.speaker));
    expect([...speakers]).toEqual([paragraph.speaker]);
    expect(paragraph.start).toBe(startOf(paragraph.segment_ids[0]));
    expect(paragraph.end).toBeGreaterThan(paragraph.start);
  }
  const titles = chapters.map((chapter) => chapter.title.toLowerCase());
  expect(new Set(titles).size).toBe(titles.length);
  for (const chapter of chapters) {
    expect(chapter.title.trim()).toBe(chapter.title);
    expect(chapter.start).toBe(startOf(chapter.first_segment_id));
    expect(chapter.end).toBeGreaterThan(chapter.start);
  }
  for (const item of [...summary.sentences, ...key_highlights, ...terms]) {
    expect(item.segment_ids.filter((id) => segments[id] === undefined)).toEqual([]);
    expect(item.start).toBe(startOf(item.segment_ids[0]));
  }
  for (const { quote } of key_highlights) expect(text).toContain(quote);
  const spaced = text.replaceAll(/\s+/gu, ' ');
  for (const { term } of terms) expect(spaced).toContain(term);
}
