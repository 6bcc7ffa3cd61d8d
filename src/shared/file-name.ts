/** File names that are valid on every system, made of names that somebody else chose. */

/** Of a file's name without its extension: file systems take 255 with it. */
export const MAX_STEM_BYTES = 180;
/** Of a whole name, so that a number, a language and the ending of a temporary file still fit behind it. */
const MAX_NAME_BYTES = 220;
/** Names that Windows reserves for devices, with any extension, also behind spaces. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** What some systems take for a slash, or turn into one: signs that look like it, and those of compatibility. */
const SLASHES = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9]/u;
const EXTENSION = /\.[a-z0-9]{1,10}$/i;
/** What we call files ourselves: ids, digests, names of models, with endings. */
const OWN = /^\.?[a-z0-9_][a-z0-9_.-]{0,149}(?<!\.)$/i;

/** Whether a name has the shape of those that we make. */
export function isPlainName(name: string): boolean {
  return OWN.test(name) && !DEVICE.test(name);
}

/** Any text as a file name valid on every system, without an extension of its own; never empty. */
export function safeName(text: string, maxBytes = MAX_STEM_BYTES): string {
  const stem = [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\p{Cf}+/gu, ''),
  ]
    .map((letter) => (isSlash(letter) ? ' ' : letter))
    .join('')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\s<>:"/\\|?*]+/gu, ' ');
  const short = limitBytes(stem.trim(), maxBytes).replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  if (short === '') return 'transcript';
  return DEVICE.test(short.normalize('NFKC')) || DEVICE.test(short) ? `_${short}` : short;
}

/** The same for a whole name: it keeps its extension. What it gives stays as it is when given again. */
export function safeFileName(name: string): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  return safeName(stem, MAX_NAME_BYTES - extension.length) + extension;
}

/** File systems limit the number of bytes; no character is cut in half. */
export function limitBytes(text: string, max: number): string {
  let left = max;
  let kept = '';
  for (const letter of text) {
    left -= new TextEncoder().encode(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return kept;
}

/** Such as `／` and `℅`, which are or have a slash once they are normalized. */
function isSlash(letter: string): boolean {
  return SLASHES.test(letter) || /[/\\]/.test(letter.normalize('NFKC'));
}
