import type { ExportDocument, Passage, Section } from './document.ts';

/** The transcript as Markdown: title, summary, highlights, then chapters. */
export function toMarkdown({
  title,
  facts,
  summary,
  highlights,
  sections,
}: ExportDocument): string {
  const parts = [`# ${plain(title)}`, facts.map(plain).join(' · ')];
  if (summary !== '') parts.push('## Summary', plain(summary));
  if (highlights.length > 0) {
    const items = highlights.map(({ time, text }) => `- ${stamp(time)}${plain(text)}`);
    parts.push('## Highlights', items.join('\n'));
  }
  if (sections.some((section) => section.title !== '')) parts.push('## Transcript');
  parts.push(...sections.flatMap(toParts));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toParts({ time, title, passages }: Section): string[] {
  const heading = title === '' ? '' : `### ${stamp(time)}${plain(title)}`;
  return [heading, ...passages.map(passageLine)];
}

function passageLine({ speaker, time, text }: Passage): string {
  return `${speaker === null ? '' : `**${plain(speaker)}** `}${stamp(time)}${plain(text)}`;
}

/** Not escaped: brackets form a link only if a destination or a reference follows, and the text after them has none. */
function stamp(time: string | null): string {
  return time === null ? '' : `[${time}] `;
}

/** Escapes spoken text, including characters that would start a list or a heading. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^(\s*)([-+=])/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}
