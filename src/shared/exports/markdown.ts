import type { Chapter, Paragraph, Structured } from '../structured.ts';
import { formatClock } from '../time.ts';
import type { Transcription } from '../transcription.ts';

/** The transcript as Markdown: title, summary, highlights, then chapters with times and speakers. */
export function toMarkdown(transcription: Transcription): string {
  const { result, source, duration_seconds: seconds, language } = transcription;
  if (!result) return '';
  const title = `# ${plain(source.title ?? source.url)}`;
  const facts = [seconds === null ? null : formatClock(seconds * 1000), language].filter(Boolean);
  const body = result.structured ? structuredBody(result.structured) : [plain(result.text)];
  return `${[title, facts.join(' · '), ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

function structuredBody(structured: Structured): string[] {
  const { summary, key_highlights: highlights, table_of_contents: chapters } = structured;
  const parts: string[] = [];
  if (summary.text !== '') parts.push('## Summary', plain(summary.text));
  if (highlights.length > 0) {
    const items = highlights.map(({ start, text }) => `- ${time(start)} ${plain(text)}`);
    parts.push('## Highlights', items.join('\n'));
  }
  parts.push('## Transcript');
  let open: Chapter | undefined;
  for (const paragraph of structured.paragraphs) {
    const chapter = chapters.findLast(({ start }) => start <= paragraph.start);
    if (chapter && chapter !== open)
      parts.push(`### ${time(chapter.start)} ${plain(chapter.title)}`);
    open = chapter;
    parts.push(paragraphLine(paragraph));
  }
  return parts;
}

function paragraphLine({ speaker, start, text }: Paragraph): string {
  return `**${plain(speaker)}** ${time(start)} ${plain(text)}`;
}

function time(seconds: number): string {
  return `\\[${formatClock(seconds * 1000)}\\]`;
}

/** What people say is text, whatever characters it has. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
