import { joinTexts } from '../subtitles/spacing.ts';
import { withoutFillers } from '../transcription/fillers.ts';
import type { Transcription } from '../transcription/transcription.ts';

/** A transcription as it reads without fillers: its segments, paragraphs, summary and highlights, not its words. */
export function leaveOutFillers(transcription: Transcription): Transcription {
  const { result } = transcription;
  if (result === null) return transcription;
  const segments = result.segments.map((segment) => ({
    ...segment,
    text: withoutFillers(segment.text, segment.language),
  }));
  const textOf = (ids: readonly number[]) => joinTexts(ids.map((id) => segments[id]?.text ?? ''));
  // What sums several languages up is left as it is.
  const languages = new Set(result.segments.map(({ language }) => language));
  const [language = ''] = languages.size === 1 ? languages : [];
  const { summary, key_highlights: highlights = [] } = result.structured ?? {};
  const structured = result.structured && {
    ...result.structured,
    summary: { ...result.structured.summary, text: withoutFillers(summary?.text ?? '', language) },
    key_highlights: highlights.map((one) => ({ ...one, text: withoutFillers(one.text, language) })),
    paragraphs: result.structured.paragraphs.map((paragraph) => ({
      ...paragraph,
      text: textOf(paragraph.segment_ids),
    })),
  };
  return { ...transcription, result: { ...result, segments, structured } };
}
