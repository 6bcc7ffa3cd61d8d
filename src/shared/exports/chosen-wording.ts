import { joinTexts } from '../subtitles/spacing.ts';
import type { Transcription } from '../transcription/transcription.ts';
import { readText, type Wording } from '../transcription/wording.ts';
import type { ExportOptions } from './export-options.ts';

export function wordingOf({
  wording,
  fillers,
}: Pick<ExportOptions, 'wording' | 'fillers'>): Wording {
  if (wording === 'clean') return 'clean';
  return fillers === 'leave_out' ? 'no_fillers' : 'verbatim';
}

/** A transcription as it reads: its segments, paragraphs, summary and highlights, not its words. */
export function inWording(transcription: Transcription, wording: Wording): Transcription {
  const { result } = transcription;
  if (result === null || wording === 'verbatim') return transcription;
  const segments = result.segments.map((segment) => ({
    ...segment,
    text: readText(segment.text, segment.language, wording),
  }));
  const textOf = (ids: readonly number[]) => joinTexts(ids.map((id) => segments[id]?.text ?? ''));
  // What sums several languages up is left as it is.
  const languages = new Set(result.segments.map(({ language }) => language));
  const [language = ''] = languages.size === 1 ? languages : [];
  const { summary, key_highlights: highlights = [] } = result.structured ?? {};
  const structured = result.structured && {
    ...result.structured,
    summary: {
      ...result.structured.summary,
      text: readText(summary?.text ?? '', language, wording),
    },
    key_highlights: highlights.map((one) => ({
      ...one,
      text: readText(one.text, language, wording),
    })),
    paragraphs: result.structured.paragraphs.map((paragraph) => ({
      ...paragraph,
      text: textOf(paragraph.segment_ids),
    })),
  };
  return { ...transcription, result: { ...result, segments, structured } };
}
