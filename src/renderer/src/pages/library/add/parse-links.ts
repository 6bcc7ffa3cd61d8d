import { toLink } from '../../../../../shared/sources/link-in-text.ts';

/** The links in a pasted text, and the lines without any. */
export type ParsedLinks = { links: string[]; rejected: string[] };

/**
 * Links are separated by white space; `example.com/a.mp3` is taken as https. Each is kept once. Words around a link, as
 * in a message that was copied whole, are ignored; a line without any link is reported.
 */
export function parseLinks(text: string): ParsedLinks {
  const links = new Set<string>();
  const rejected = new Set<string>();
  for (const line of text.split('\n')) {
    const found = line.split(/\s+/).flatMap((piece) => toLink(piece) ?? []);
    for (const link of found) links.add(link);
    if (found.length === 0 && line.trim()) rejected.add(line.trim());
  }
  return { links: [...links], rejected: [...rejected] };
}
