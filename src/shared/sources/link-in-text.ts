/** Without a path it might as well be the end of a sentence or the name of a file. */
function isHost(piece: string): boolean {
  return /^www\.|\.(com|org|net|edu|gov|io|tv|fm|be|co|de|uk|fr|es|it|nl|eu|ch|at|info|dev|app)(:\d+)?$/i.test(
    piece,
  );
}

/** The http(s) link in a word without white space: `example.com/a.mp3` is taken as https. Null if it is none. */
export function toLink(piece: string): string | null {
  const looksLikeHost =
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?(\/|$)/u.test(piece) &&
    (piece.includes('/') || isHost(piece));
  const text = looksLikeHost ? `https://${piece}` : piece;
  return /^https?:\/\/./i.test(text) && URL.canParse(text) ? text : null;
}

/** Why a text that is a link of another kind, such as `ftp://…`, is not taken; null if it is no link at all. */
export function otherLink(text: string): string | null {
  const [, kind] = /^([a-z][a-z\d+.-]*:\/\/)\S/i.exec(text) ?? [];
  if (kind === undefined || /^https?:/i.test(kind)) return null;
  return `Links that begin with ${kind} are not supported, only http:// and https://.`;
}
