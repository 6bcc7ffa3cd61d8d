/** Where words begin and end in a text, with the punctuation that belongs to them. Pure. */

/** Offsets in UTF-16 units, `to` exclusive. */
export type TextSpan = { from: number; to: number };

/** Languages written without spaces between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);
const HAS_LETTER = /[\p{L}\p{N}]/u;
/** Brackets and quotes that open, and signs that belong to the number after them. */
const OPENS = /^[\p{Ps}\p{Pi}"'¿¡#$£€+-]+$/u;

/** The words of `text` in order, without surrounding spaces. Text without any letter or digit has none. */
export function splitWords(text: string, language: string): TextSpan[] {
  const pieces = UNSPACED.has(language) ? segmentedPieces(text, language) : spacedPieces(text);
  return attachPunctuation(text, pieces);
}

function spacedPieces(text: string): TextSpan[] {
  return [...text.matchAll(/\S+/gu)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function segmentedPieces(text: string, language: string): TextSpan[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter((piece) => piece.segment.trim() !== '')
    .map((piece) => ({ from: piece.index, to: piece.index + piece.segment.length }));
}

/** Pieces without a letter go to the word before them; what opens a bracket or quote goes to the word after. */
function attachPunctuation(text: string, pieces: TextSpan[]): TextSpan[] {
  const words: TextSpan[] = [];
  let opening: TextSpan | null = null;
  for (const piece of pieces) {
    const content = text.slice(piece.from, piece.to);
    if (HAS_LETTER.test(content)) {
      words.push({ from: opening?.from ?? piece.from, to: piece.to });
      opening = null;
      continue;
    }
    const last = words.at(-1);
    const startsAfterSpace = piece.from === 0 || /\s/u.test(text.charAt(piece.from - 1));
    if (!last || (OPENS.test(content) && (startsAfterSpace || !/["'+-]/u.test(content)))) {
      opening ??= piece;
    } else {
      last.to = piece.to;
    }
  }
  const last = words.at(-1);
  if (opening && last) last.to = opening.to;
  return words;
}
