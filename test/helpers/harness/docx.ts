/** Reads Word files as Word does: the XML inside the zip file, without the library that wrote it. */
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

/** The files of a zip file by their names. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    const nameEnd = at + 46 + (name ?? 0);
    files.set(
      bytes.toString('utf8', at + 46, nameEnd),
      bytes.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data,
    );
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** Each paragraph of the document: its style, whether it runs from right to left, and its text; and its comments. */
export function readDocx(bytes: Uint8Array) {
  const files = unzip(Buffer.from(bytes));
  const textOf = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const xml = textOf('word/document.xml');
  const paragraphs = [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inner = '']) => ({
    style: /<w:pStyle w:val="([^"]*)"/.exec(inner)?.[1] ?? null,
    rtl: /<w:bidi\/>/.test(inner),
    text: saidIn(inner),
  }));
  const written = textOf('word/comments.xml').matchAll(
    /<w:comment [^>]*w:id="(\d+)".*?>(.*?)<\/w:comment>/gs,
  );
  const comments = [...written].map(([, id = '', inner = '']) => ({
    id,
    lines: [...inner.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, line = '']) => saidIn(line)),
  }));
  return { xml, styles: textOf('word/styles.xml'), paragraphs, comments };
}

function saidIn(paragraph: string): string {
  return [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
    .map(([, text = '']) => decode(text))
    .join('');
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole);
}
