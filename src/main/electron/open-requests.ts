import { extname } from 'node:path';

/** What somebody outside the window asks it to open. */
export type OpenRequest =
  | { kind: 'transcription'; id: string }
  /** Put in the box for the person to confirm: a web page must not start work by itself. */
  | { kind: 'link'; url: string }
  | { kind: 'file'; path: string };

/** The recordings the system may hand over; what a file really holds is found out later. */
export const RECORDING_EXTENSIONS = [
  ...['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'oga', 'wma', 'amr', 'aiff'],
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', '3gp', 'wmv'],
];

/**
 * Understands a `steno://` link or the path of a recording; anything else is nothing.
 * `steno://t/<id>` opens a transcript, `steno://add?url=<address>` offers a link to transcribe.
 */
export function toOpenRequest(argument: string): OpenRequest | null {
  if (/^steno:/i.test(argument)) return fromLink(argument);
  const extension = extname(argument).slice(1).toLowerCase();
  return RECORDING_EXTENSIONS.includes(extension) ? { kind: 'file', path: argument } : null;
}

/** What a command line asks for; its first entry is the program, and switches are not files. */
export function toOpenRequests(argv: readonly string[]): OpenRequest[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .flatMap((argument) => toOpenRequest(argument) ?? []);
}

function fromLink(link: string): OpenRequest | null {
  if (!URL.canParse(link)) return null;
  const { host, pathname, searchParams } = new URL(link);
  const id = /^\/(trs_[A-Za-z0-9]{1,60})$/.exec(pathname)?.[1];
  if (host === 't' && id) return { kind: 'transcription', id };
  const url = searchParams.get('url');
  if (host === 'add' && url && isWebAddress(url)) return { kind: 'link', url };
  return null;
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && url.length <= 2048;
}
