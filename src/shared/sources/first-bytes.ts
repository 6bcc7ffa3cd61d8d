/** How much of a file is looked at. */
export const FIRST_BYTES = 4096;

/** How PDFs, ZIP (Office), old Office, PNG, JPEG, GIF, gzip, 7z, RAR and ELF files begin, byte for byte. */
const BEGINNINGS = [
  ...['%PDF-', 'PK\x03\x04', '\xd0\xcf\x11\xe0', '\x89PNG', '\xff\xd8\xff'],
  ...['GIF8', '\x1f\x8b\x08', '7z\xbc\xaf', 'Rar!', '\x7fELF'],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them, and every recording does
const NOT_IN_TEXTS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Whether a file that begins with these bytes cannot be a recording: a text, a document, a picture, an archive or a
 * program. Whatever else it may be, ffmpeg finds out.
 */
export function isNoRecording(bytes: Uint8Array): boolean {
  const begin = String.fromCharCode(...bytes.subarray(0, 8));
  return BEGINNINGS.some((one) => begin.startsWith(one)) || isText(bytes);
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    // The last character may be cut off.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return !NOT_IN_TEXTS.test(text);
  } catch {
    return false;
  }
}
