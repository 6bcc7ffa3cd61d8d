import { type OpenRequest, toOpenRequest, toOpenRequests } from './open-requests.ts';
import type { MainWindow } from './window/main-window.ts';

type Request = OpenRequest | { kind: 'window' };
type Handlers = {
  window: MainWindow;
  /** Hands a recording to the service, which transcribes it. */
  addFile: (path: string) => void;
};

export type Opener = ReturnType<typeof createOpener>;

/** Answers what the system and other programs ask for; what comes before Steno is ready waits. */
export function createOpener() {
  let handlers: Handlers | null = null;
  const waiting: Request[] = [];

  const open = (request: Request): void => {
    if (handlers) handle(request, handlers);
    else waiting.push(request);
  };

  return {
    /** A link or a file of the system; anything else is ignored. */
    openArgument(argument: string): void {
      const request = toOpenRequest(argument, '/');
      if (request) open(request);
    },

    /** The command line of a start in a folder; one that names nothing asks for the window. */
    openCommandLine(argv: readonly string[], directory: string): void {
      const requests = toOpenRequests(argv, directory);
      if (requests.length === 0 && !argv.includes('--hidden')) open({ kind: 'window' });
      for (const request of requests) open(request);
    },

    /** From now on requests are answered, those that waited first. */
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
