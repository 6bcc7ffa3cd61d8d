import {
  Document,
  HeadingLevel,
  type ISectionPropertiesOptions,
  LineNumberRestartFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import type { ExportDocument, Passage, Section } from '../../../shared/exports/document.ts';
import { cleanLine } from '../../../shared/subtitles/spacing.ts';

type RunOptions = { text: string; bold?: boolean; color?: string };

const QUIET = '6b7280';
const GAP = { after: 160, line: 300 };
/** The first letter decides a paragraph's direction, as in text editors. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** A Word document with a heading per chapter. */
export async function writeDocx(document: ExportDocument): Promise<Uint8Array<ArrayBuffer>> {
  const title = cleanLine(document.title);
  const sections = [{ children: toParagraphs(document), properties: toProperties(document) }];
  const file = new Document({
    creator: 'Steno',
    lastModifiedBy: 'Steno',
    title,
    sections,
  });
  return new Uint8Array(await Packer.toArrayBuffer(file));
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
}: ExportDocument): Paragraph[] {
  const heading = (text: string) => paragraph([{ text }], { heading: 'HEADING_1' });
  const chapters = sections.some((part) => part.title !== '');
  return [
    paragraph([{ text: title }], { heading: 'TITLE' }),
    paragraph([{ text: facts.join(' · '), color: QUIET }]),
    ...(summary === '' ? [] : [heading('Summary'), paragraph([{ text: summary }])]),
    ...(highlights.length === 0 ? [] : [heading('Highlights')]),
    ...highlights.map(({ time, text }) => paragraph([...stamp(time), { text }], { bullet: true })),
    ...(chapters ? [heading('Transcript')] : []),
    ...sections.flatMap(toSection),
  ];
}

function paragraph(
  runs: readonly RunOptions[],
  options: { heading?: keyof typeof HeadingLevel; bullet?: boolean } = {},
): Paragraph {
  const { heading, bullet } = options;
  const rtl = RIGHT_TO_LEFT.test(runs.at(-1)?.text ?? '');
  return new Paragraph({
    // Control characters and lone surrogates would make the whole file unreadable.
    children: runs.map(
      ({ text, ...look }) => new TextRun({ text: inXml(text), rightToLeft: rtl, ...look }),
    ),
    bidirectional: rtl,
    ...(heading ? { heading: HeadingLevel[heading] } : { spacing: GAP }),
    ...(bullet && { bullet: { level: 0 } }),
  });
}

function toPassage({ speaker, time, text }: Passage): Paragraph {
  return paragraph([
    ...(speaker === null ? [] : [{ text: `${speaker}  `, bold: true }]),
    ...stamp(time),
    { text },
  ]);
}

function toSection({ title, time, passages }: Section): Paragraph[] {
  return [
    ...(title === ''
      ? []
      : [paragraph([...stamp(time), { text: title }], { heading: 'HEADING_2' })]),
    ...passages.map(toPassage),
  ];
}

function stamp(time: string | null): RunOptions[] {
  return time === null ? [] : [{ text: `${time}  `, color: QUIET }];
}

/** XML allows no control characters or lone surrogates (XML 1.0 §2.2); spaces at the edges must be preserved. */
function inXml(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, ' ');
}
