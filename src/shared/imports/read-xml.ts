import { SaxesParser } from 'saxes';
import { unreadable } from './given-transcript.ts';

export type XmlAttributes = Readonly<Record<string, string>>;
/** Told of every element, by its name without a prefix; `text` is what stands in it since its last child. */
export type XmlReader = {
  open(name: string, attributes: XmlAttributes, line: number): void;
  close(name: string, text: string): void;
};

/** Formats of transcripts nest less than ten. */
const MAX_NESTING = 64;

/**
 * Reads well-formed XML once. Nothing is loaded or expanded: a document type is refused, and with it all entities but the
 * five of XML. @throws transcript_unreadable, with the line
 */
export function readXml(text: string, reader: XmlReader): void {
  const parser = new SaxesParser();
  let [depth, said] = [0, ''];
  const refuse = (what: string): never => {
    throw unreadable(`Line ${parser.line} of the transcript ${what}.`);
  };
  parser.on('error', () => refuse('is not well-formed XML'));
  parser.on('doctype', () => refuse('declares a document type, which Steno does not read'));
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth > MAX_NESTING) refuse('nests too deeply');
    said = '';
    reader.open(localName(name), attributes, parser.line);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close(localName(name), said);
    said = '';
  });
  parser.on('text', (piece) => {
    said += piece;
  });
  parser.on('cdata', (piece) => {
    said += piece;
  });
  parser.write(text).close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
