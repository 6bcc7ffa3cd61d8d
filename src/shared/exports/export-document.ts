import type { HighlightColor, TextHighlight } from '../highlights/highlight.ts';
import { cleanLine, joinTexts } from '../subtitles/spacing.ts';
import { formatClock } from '../time.ts';
import type { Chapter, Structured } from '../transcription/structured.ts';
import { titleOf } from '../transcription/title.ts';
import type {
  Transcription,
  TranscriptionResult,
  TranscriptionSummary,
  TranscriptSegment,
} from '../transcription/transcription.ts';
import type { ExportOptions } from './export-options.ts';
import { createMarker, type Mark, type Marking, NOTHING_MARKED, withEdges } from './marked-text.ts';

/** Where something begins: in seconds, and as it is written; null when times are not shown. */
type Begins = { start: number; time: string | null };
/** One speaker's uninterrupted speech, as a paragraph; `speaker` is null when speakers are not named. */
export type Passage = Begins & { speaker: string | null; text: string; marks: readonly Mark[] };
export type Section = Begins & { title: string; passages: Passage[] };

/** What a person has highlighted; `found` unless its words are not in the document. */
export type Marked = Begins & {
  color: HighlightColor;
  text: string;
  speaker: string | null;
  comment: string | null;
  changed: string;
  found: boolean;
};

/** A readable transcript, the common source of TXT, Markdown and DOCX. */
export type ExportDocument = {
  title: string;
  /** The code of the text's own, if known: for hyphenation, spelling and reading aloud. */
  language: string | null;
  /** Such as `Incomplete: up to 7:32 of 7:57`; null where the whole recording was transcribed. */
  incomplete: string | null;
  /** Its date, length, language and speakers, as far as they are known. */
  facts: string[];
  summary: string;
  highlights: (Begins & { text: string })[];
  /** Chapters; a single one without a title if there is no structure. */
  sections: Section[];
  lineNumbers: ExportOptions['line_numbers'];
  /** The highlights that marks are of, in order of time. */
  marked: Marked[];
};

/** Without other breaks, consecutive segments form paragraphs of this many seconds. */
const PASSAGE_SECONDS = 60;
type Spoken = { speaker: string; start: number; text: string; segment_ids: readonly number[] };

/**
 * Contains the complete text, or only its highlights. `timed` says whether this format shows times by default.
 */
export function buildDocument(
  transcription: Transcription,
  {
    speakers,
    timestamps,
    line_numbers: lineNumbers,
  }: Pick<ExportOptions, 'speakers' | 'timestamps' | 'line_numbers'>,
  timed: boolean,
  marking: Marking = NOTHING_MARKED,
): ExportDocument {
  const { result, source, duration_seconds: seconds, language } = transcription;
  const withTime = timestamps === 'always' || (timestamps === 'auto' && timed);
  const time = (at: number) => (withTime ? formatClock(at * 1000) : null);
  const named = result !== null && namesSpeakers(result, speakers);
  const markIn = createMarker(marking);
  const toPassage = ({ speaker, start, text: said, segment_ids }: Spoken): Passage => {
    const text = marking.highlights.length > 0 ? cleanLine(said) : said;
    const marks = markIn(segment_ids, text);
    return { speaker: named ? speaker : null, start, time: time(start), text, marks };
  };
  const length = seconds === null ? null : formatClock(seconds * 1000);
  const { only } = marking;
  const raw = only ? [] : readSections(result);
  const one = raw.length === 1;
  // A single chapter has no heading in the window either.
  const sections = raw.map(({ chapter, spoken }) => ({
    start: chapter?.start ?? 0,
    time: chapter === null || one ? null : time(chapter.start),
    title: one ? '' : (chapter?.title ?? ''),
    passages: spoken.map(toPassage),
  }));
  return {
    title: titleOf(source),
    language: transcription.options.translate ? 'en' : language,
    incomplete: describeIncomplete(transcription),
    facts: [
      describeIncomplete(transcription),
      dateOf(transcription),
      length,
      nameOf(language),
      named ? speakersOf(result) : null,
    ].filter((fact) => fact !== null),
    summary: only ? '' : (result?.structured?.summary.text ?? ''),
    highlights: (only ? [] : (result?.structured?.key_highlights ?? [])).map(({ start, text }) => ({
      start,
      time: time(start),
      text,
    })),
    lineNumbers,
    ...withMarked(sections, marking, (highlight) => ({
      start: highlight.start,
      time: time(highlight.start),
      speaker: named ? highlight.speaker : null,
    })),
  };
}

/** The text with its marks, and what they are of. */
function withMarked(
  sections: readonly Section[],
  { highlights }: Marking,
  about: (highlight: TextHighlight) => Begins & { speaker: string | null },
): Pick<ExportDocument, 'sections' | 'marked'> {
  const passages = withEdges(sections.flatMap(({ passages }) => passages));
  const found = new Set(passages.flatMap(({ marks }) => marks.map(({ at }) => at)));
  let next = 0;
  return {
    sections: sections.map((section) => {
      const first = next;
      next += section.passages.length;
      return { ...section, passages: passages.slice(first, next) };
    }),
    marked: highlights.map((highlight, at) => ({
      ...about(highlight),
      color: highlight.color,
      text: highlight.text || highlight.quote,
      comment: highlight.comment,
      changed: highlight.updated_at,
      found: found.has(at),
    })),
  };
}

/** How far a transcription has come that ended early; null for others. */
export function describeIncomplete({
  text_until,
  duration_seconds: seconds,
}: Pick<TranscriptionSummary, 'text_until' | 'duration_seconds'>): string | null {
  if (text_until === null) return null;
  const length = seconds === null ? '' : ` of ${formatClock(seconds * 1000)}`;
  return `Incomplete: up to ${formatClock(text_until * 1000)}${length}`;
}

/** When it was added, since no recording says when it was made. */
function dateOf({ created_at }: Transcription): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(created_at));
}

/** `English` for `en`. */
function nameOf(language: string | null): string | null {
  if (language === null) return null;
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

/** In the order of their first words. */
function speakersOf(result: TranscriptionResult | null): string | null {
  const names = [...new Set(result?.segments.map(({ speaker }) => speaker))];
  return names.length > 1 ? names.join(', ') : null;
}

function namesSpeakers({ segments }: TranscriptionResult, speakers: ExportOptions['speakers']) {
  if (speakers !== 'auto') return speakers === 'always';
  return segments.some((segment) => segment.speaker !== segments[0]?.speaker);
}

type RawSection = { chapter: Chapter | null; spoken: Spoken[] };

function readSections(result: TranscriptionResult | null): RawSection[] {
  if (result?.structured) return chapterSections(result.structured);
  return [{ chapter: null, spoken: joinSegments(result?.segments ?? []) }];
}

function chapterSections({ paragraphs, table_of_contents: chapters }: Structured): RawSection[] {
  const sections: RawSection[] = [];
  for (const paragraph of paragraphs) {
    const chapter = chapters.findLast(({ start }) => start <= paragraph.start) ?? null;
    if (sections.length === 0 || sections.at(-1)?.chapter !== chapter) {
      sections.push({ chapter, spoken: [] });
    }
    sections.at(-1)?.spoken.push(paragraph);
  }
  // As in the window, a single chapter is not shown as one: its title would be mistaken for that of
  // the whole.
  if (sections.length === 1) return sections.map((only) => ({ ...only, chapter: null }));
  return sections;
}

/** A transcript without structure still has paragraphs: by speaker, and by the minute. */
function joinSegments(segments: readonly TranscriptSegment[]): Spoken[] {
  const runs: TranscriptSegment[][] = [];
  for (const segment of segments) {
    const run = runs.at(-1);
    const first = run?.[0];
    const goesOn =
      first?.speaker === segment.speaker && segment.end - first.start <= PASSAGE_SECONDS;
    if (run && goesOn) run.push(segment);
    else runs.push([segment]);
  }
  return runs.map((run) => ({
    speaker: run[0]?.speaker ?? '',
    start: run[0]?.start ?? 0,
    text: joinTexts(run.map(({ text }) => text)),
    segment_ids: run.map(({ id }) => id),
  }));
}
