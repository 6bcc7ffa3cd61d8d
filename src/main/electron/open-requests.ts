import { isMediaName } from '../../shared/media-extensions.ts';

/** What somebody outside the window asks it to open. */
export type OpenRequest =
  | { kind: 'transcription'; id: string }
  /** Put in the box for the person to confirm: a web page must not start work by itself. */
  | { kind: 'link'; url: string }
  | { kind: 'file'; path: string };

/**
 * Understands a `steno://` link or the path of a recording; anything else is nothing.
 * `steno://t/<id>` opens a transcript, `steno://add?url=<address>` offers a link to transcribe.
 */
export function toOpenRequest(argument: string): OpenRequest | null {
  if (/^steno:/i.test(argument)) return fromLink(argument);
  return isMediaName(argument) ? { kind: 'file', path: argument } : null;
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
