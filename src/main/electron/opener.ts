import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMediaName } from '../../shared/sources/media-extensions.ts';
import type { MainWindow } from './window/main-window.ts';

type Request = OpenRequest | { kind: 'window' };
type Handlers = {
  window: MainWindow;
  /** Submits a recording to the service for transcription. */
  addFile: (path: string) => void;
};

export type Opener = ReturnType<typeof createOpener>;

/** Handles what the system and other programs ask Steno to open; requests before it is ready are queued. */
export function createOpener() {
  let handlers: Handlers | null = null;
  const waiting: Request[] = [];

  const open = (request: Request): void => {
    if (handlers) handle(request, handlers);
    else waiting.push(request);
  };

  return {
    /** A link or a file from the system; anything else is ignored. */
    openArgument(argument: string): void {
      const request = toOpenRequest(argument, '/');
      if (request) open(request);
    },

    /** A command line and its working directory; one that names nothing opens the window. */
    openCommandLine(argv: readonly string[], directory: string): void {
      const requests = toOpenRequests(argv, directory);
      if (requests.length === 0 && !argv.includes('--hidden')) open({ kind: 'window' });
      for (const request of requests) open(request);
    },

    /** From now on requests are handled, queued ones first. */
    start(given: Handlers): void {
      handlers = given;
      for (const request of waiting.splice(0)) handle(request, given);
    },
  };
}

function handle(request: Request, { window, addFile }: Handlers): void {
  switch (request.kind) {
    case 'window':
      window.show();
      break;
    case 'transcription':
      window.show({ path: `/t/${request.id}` });
      break;
    case 'link':
      window.show({ path: '/', link: request.url });
      break;
    case 'file':
      window.show({ path: '/' });
      addFile(request.path);
  }
}

/** What the system or another program asks the window to open. */
export type OpenRequest =
  | { kind: 'transcription'; id: string }
  /** Filled into the input for the user to confirm: a web page must not start work by itself. */
  | { kind: 'link'; url: string }
  | { kind: 'file'; path: string };

/**
 * Parses a `steno://` link or the path of a recording; null for anything else. `steno://t/<id>` opens a transcript,
 * `steno://add?url=<address>` offers a link to transcribe. Linux desktops pass files as `file:` URLs. Paths are
 * resolved against `directory`.
 */
export function toOpenRequest(argument: string, directory: string): OpenRequest | null {
  if (/^steno:/i.test(argument)) return fromLink(argument);
  const path = toPath(argument, directory);
  return path !== null && isMediaName(path) ? { kind: 'file', path } : null;
}

/** The requests of a command line; its first entry is the program, and switches are not files. */
export function toOpenRequests(argv: readonly string[], directory: string): OpenRequest[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .flatMap((argument) => toOpenRequest(argument, directory) ?? []);
}

function toPath(argument: string, directory: string): string | null {
  if (!/^file:/i.test(argument)) return resolve(directory, argument);
  try {
    const url = new URL(argument);
    // On Windows it would name another computer, which is told who asks.
    return url.host === '' ? fileURLToPath(url) : null;
  } catch {
    return null;
  }
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
