import type { ServerResponse } from 'node:http';

/** Sends as fast as it is read, and never ends by itself. Resolves once the connection is closed. */
export function sendEndlessly(response: ServerResponse): Promise<void> {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
  };
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('drain', more);
  more();
  return closed;
}
