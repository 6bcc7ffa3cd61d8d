/** What a person pasted: the links in it, and the pieces that are none. */
export type ParsedLinks = { links: string[]; rejected: string[] };

/** Links are separated by white space; `example.com/a.mp3` is taken as https. Each is kept once. */
export function parseLinks(text: string): ParsedLinks {
  const pieces = [...new Set(text.split(/\s+/).filter(Boolean))];
  const links: string[] = [];
  const rejected: string[] = [];
  for (const piece of pieces) {
    const link = toLink(piece);
    if (link) links.push(link);
    else rejected.push(piece);
  }
  return { links, rejected };
}

function toLink(piece: string): string | null {
  const looksLikeHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?\//u.test(piece);
  const text = looksLikeHost ? `https://${piece}` : piece;
  return /^https?:\/\/./i.test(text) && URL.canParse(text) ? text : null;
}
