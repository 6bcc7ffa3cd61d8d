import { cleanLine } from '../../../shared/subtitles/spacing.ts';

/** A text's beginning, at most `limit` UTF-16 units long, cut between words where there is a space to cut at. */
export function cutAtWord(text: string, limit: number): string {
  const line = cleanLine(text);
  if (line.length <= limit) return line.replace(/[\s.,;:–—-]+$/u, '');
  const head = line.slice(0, limit - 1).toWellFormed();
  const space = head.lastIndexOf(' ');
  const kept = (space > 0 ? head.slice(0, space) : head).replace(/[\s.,;:–—�-]+$/u, '');
  return `${kept}…`;
}
