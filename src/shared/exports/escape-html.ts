import { cleanLine } from '../subtitles/spacing.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as one line of HTML. */
export function escapeHtml(text: string): string {
  return escapeMarkup(cleanLine(text));
}

/** A part of such a line, with the spaces at its edges. */
export function escapeMarkup(line: string): string {
  return line.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
