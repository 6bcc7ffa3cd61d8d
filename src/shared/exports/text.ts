import type { ExportDocument, Passage } from './document.ts';

/** The transcript as plain text: paragraphs separated by blank lines. */
export function toText({ sections }: ExportDocument): string {
  return sections
    .flatMap(({ passages }) => passages)
    .filter(({ text }) => text !== '')
    .map((passage) => `${lead(passage)}${passage.text}\n`)
    .join('\n');
}

function lead({ time, speaker }: Passage): string {
  return `${time === null ? '' : `[${time}] `}${speaker === null ? '' : `${speaker}: `}`;
}
