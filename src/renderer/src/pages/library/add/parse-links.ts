/** What a person pasted: the links in it, and the lines that have none. */
export type ParsedLinks = { links: string[]; rejected: string[] };

/**
 * Links are separated by white space; `example.com/a.mp3` is taken as https. Each is kept once. Words around a link, as
 * of a message that was copied whole, are passed over; a line without any link is told of.
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

/** Without a path it might as well be the end of a sentence or the name of a file. */
function isHost(piece: string): boolean {
  return /^www\.|\.(com|org|net|edu|gov|io|tv|fm|be|co|de|uk|fr|es|it|nl|eu|ch|at|info|dev|app)(:\d+)?$/i.test(
    piece,
  );
}

function toLink(piece: string): string | null {
  const looksLikeHost =
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?(\/|$)/u.test(piece) &&
    (piece.includes('/') || isHost(piece));
  const text = looksLikeHost ? `https://${piece}` : piece;
  return /^https?:\/\/./i.test(text) && URL.canParse(text) ? text : null;
}
