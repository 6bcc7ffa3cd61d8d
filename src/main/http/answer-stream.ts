/** Bodies that are made or read while they are sent. */
import type { Context } from 'hono';
import type { Logger } from '../core/logger.ts';
import type { HttpEnv } from './http-env.ts';

/**
 * Streams as fast as the client reads. When the body fails, the connection breaks, so that nobody takes the part that was
 * sent for the whole, and the log says why; the server's library would print the error itself.
 */
export function streamBody(
  c: Context<HttpEnv>,
  pieces: AsyncIterable<Uint8Array>,
  logger: Pick<Logger, 'warn'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const steps = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await steps.next();
        if (done) controller.close();
        // The types of the web's bodies know no memory shared with other threads, which none of these is.
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        const about = { requestId: c.get('requestId'), route: c.get('route') };
        // A client that is gone ends the work, which is not worth a line.
        if (!c.req.raw.signal.aborted) logger.warn({ ...about, err: error }, 'an answer broke off');
        const { outgoing } = c.env;
        if (outgoing) outgoing.destroy();
        else controller.error(error);
      }
    },
    async cancel() {
      await steps.return?.();
    },
  });
}
