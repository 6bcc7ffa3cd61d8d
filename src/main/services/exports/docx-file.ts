import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  HeadingLevel,
  type ICommentOptions,
  type IRunOptions,
  type ISectionPropertiesOptions,
  LineNumberRestartFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import type {
  ExportDocument,
  Marked,
  Passage,
  Section,
} from '../../../shared/exports/export-document.ts';
import { ALL_MARKED, cutAtMarks, WORDS_GONE } from '../../../shared/exports/marked-text.ts';
import { COLOR_SIGNS, type HighlightColor } from '../../../shared/highlights/highlight.ts';
import { cleanLine } from '../../../shared/subtitles/spacing.ts';
import { isRightToLeft } from '../../../shared/text-direction.ts';

type WordColor = 'yellow' | 'green' | 'cyan' | 'magenta';
/** `begin` and `end` are highlights whose comments begin before the run and end after it. */
type RunOptions = {
  text: string;
  bold?: boolean;
  color?: string;
  highlight?: WordColor;
  begin?: readonly number[];
  end?: readonly number[];
};

/** The only colors that words can be highlighted with in Word. */
const WORD_COLORS: Readonly<Record<HighlightColor, WordColor>> = {
  yellow: 'yellow',
  green: 'green',
  blue: 'cyan',
  pink: 'magenta',
};

const QUIET = '6b7280';
const GAP = { after: 160, line: 300 };

/** A Word document with a heading per chapter; what people wrote to highlights is in comments. */
export async function writeDocx(document: ExportDocument): Promise<Uint8Array<ArrayBuffer>> {
  const title = cleanLine(document.title);
  const sections = [{ children: toParagraphs(document), properties: toProperties(document) }];
  const file = new Document({
    creator: 'Steno',
    lastModifiedBy: 'Steno',
    title,
    sections,
    styles: { default: { document: { run: toLanguage(document.language) } } },
    comments: { children: document.marked.flatMap(toComment) },
  });
  return new Uint8Array(await Packer.toArrayBuffer(file));
}

/** What Word checks the spelling by, where it would otherwise take its own language; scripts have theirs in places of their own. */
function toLanguage(code: string | null): IRunOptions {
  if (code === null) return {};
  const { language, region, script = '' } = new Intl.Locale(code).maximize();
  const tag = region === undefined ? language : `${language}-${region}`;
  if (/^(?:Han[st]|Jpan|Kore)$/.test(script)) return { language: { eastAsia: tag } };
  if (/^(?:Arab|Hebr)$/.test(script)) return { language: { bidirectional: tag } };
  return { language: { value: tag } };
}

function toProperties({ lineNumbers }: ExportDocument): ISectionPropertiesOptions {
  if (lineNumbers === 'none') return {};
  const { NEW_PAGE, CONTINUOUS } = LineNumberRestartFormat;
  const restart = lineNumbers === 'page' ? NEW_PAGE : CONTINUOUS;
  return { lineNumbers: { countBy: 1, restart } };
}

function toParagraphs({
  title,
  facts,
  summary,
  highlights,
  sections,
  marked,
}: ExportDocument): Paragraph[] {
  const heading = (text: string) => paragraph([{ text }], { heading: 'HEADING_1' });
  const chapters = sections.some((part) => part.title !== '');
  return [
    paragraph([{ text: title }], { heading: 'TITLE' }),
    paragraph([{ text: facts.join(' · '), color: QUIET }]),
    ...(summary === '' ? [] : [heading('Summary'), paragraph([{ text: summary }])]),
    ...(highlights.length === 0 ? [] : [heading('Key points')]),
    ...highlights.map(({ time, text }) => paragraph([...stamp(time), { text }], { bullet: true })),
    ...(chapters ? [heading('Transcript')] : []),
    ...sections.flatMap((section) => toSection(section, marked)),
    ...toList(marked, sections.length === 0 ? ALL_MARKED : WORDS_GONE),
  ];
}

function paragraph(
  runs: readonly RunOptions[],
  options: { heading?: keyof typeof HeadingLevel; bullet?: boolean; from?: string } = {},
): Paragraph {
  const { heading, bullet, from = runs.at(-1)?.text ?? '' } = options;
  const rtl = isRightToLeft(from);
  return new Paragraph({
    children: inOrder(runs, rtl).flatMap((run) => toRuns(run, rtl)),
    bidirectional: rtl,
    ...(heading ? { heading: HeadingLevel[heading] } : { spacing: GAP }),
    ...(bullet && { bullet: { level: 0 } }),
  });
}

/** A name in letters of the other direction would change places with the time behind it: a mark parts them. */
function inOrder(runs: readonly RunOptions[], rtl: boolean): readonly RunOptions[] {
  const [name, ...rest] = runs;
  if (!name?.bold || isRightToLeft(name.text) === rtl) return runs;
  return [{ ...name, text: `${name.text}${rtl ? '\u200f' : '\u200e'}` }, ...rest];
}

function toRuns({ text, begin = [], end = [], ...look }: RunOptions, rightToLeft: boolean) {
  return [
    ...begin.map((at) => new CommentRangeStart(at)),
    // Control characters and lone surrogates would make the whole file unreadable.
    new TextRun({ text: inXml(text), rightToLeft, ...look }),
    ...end.flatMap((at) => [
      new CommentRangeEnd(at),
      new TextRun({ children: [new CommentReference(at)] }),
    ]),
  ];
}

/** Its lines are paragraphs. */
function toComment({ color, comment, changed }: Marked, id: number): ICommentOptions[] {
  if (comment === null) return [];
  const lines = `${COLOR_SIGNS[color]} ${comment}`.split('\n');
  const children = lines.map((text) => paragraph([{ text }]));
  return [{ id, author: 'Steno', initials: 'S', date: new Date(changed), children }];
}

/** The highlights that are not marked in the text. */
function toList(marked: readonly Marked[], heading: string): Paragraph[] {
  if (marked.every(({ found }) => found)) return [];
  const items = marked.flatMap((one, at) => {
    if (one.found) return [];
    const { time, speaker, text, color } = one;
    const commented = one.comment === null ? [] : [at];
    const words = { text, highlight: WORD_COLORS[color], begin: commented, end: commented };
    return [paragraph([...lead(speaker, time), { text: `${COLOR_SIGNS[color]} ` }, words])];
  });
  return [paragraph([{ text: heading }], { heading: 'HEADING_1' }), ...items];
}

function toPassage({ speaker, time, text, marks }: Passage, marked: readonly Marked[]): Paragraph {
  const commented = (at: number) => (marked[at]?.comment ?? null) !== null;
  const said = cutAtMarks(text, marks).map((piece): RunOptions => {
    const color = marked[piece.marks.at(-1)?.at ?? -1]?.color;
    return {
      text: piece.text,
      begin: piece.begin.filter(commented),
      end: piece.end.filter(commented),
      ...(color && { highlight: WORD_COLORS[color] }),
    };
  });
  return paragraph([...lead(speaker, time), ...said], { from: text });
}

/** Who speaks, and when. */
function lead(speaker: string | null, time: string | null): RunOptions[] {
  const named = speaker === null ? [] : [{ text: `${speaker}  `, bold: true }];
  return [...named, ...stamp(time)];
}

function toSection({ title, time, passages }: Section, marked: readonly Marked[]): Paragraph[] {
  const heading = [...stamp(time), { text: title }];
  return [
    ...(title === '' ? [] : [paragraph(heading, { heading: 'HEADING_2' })]),
    ...passages.map((passage) => toPassage(passage, marked)),
  ];
}

function stamp(time: string | null): RunOptions[] {
  return time === null ? [] : [{ text: `${time}  `, color: QUIET }];
}

/** XML allows no control characters or lone surrogates (XML 1.0 §2.2); spaces at the edges must be preserved. */
function inXml(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, ' ');
}
