import { createReadStream } from 'node:fs';
import { routes } from '../../../shared/routes/routes.ts';
import { writeTask } from '../../services/workers/worker.service.ts';
import { streamBody } from '../answer-stream.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** For workers: windows to transcribe, and the models for them. */
export function workerRoutes(serve: Serve, { workers, logger }: HttpDependencies): void {
  serve(routes.claimTask, async ({ body }, c) => {
    using revoked = c.get('untilRevoked')();
    const gone = c.req.raw.signal;
    const signal = revoked ? AbortSignal.any([gone, revoked.signal]) : gone;
    const given = await workers.claim(body.worker, signal);
    if (revoked?.signal.aborted) {
      workers.dismiss(body.worker);
      throw revoked.signal.reason;
    }
    if (given === null) return c.body(null, 204);
    c.header('Content-Type', 'application/octet-stream');
    return c.body(writeTask(given));
  });
  serve(routes.beatTasks, ({ body }, c) => workers.beat(body, c.req.raw.signal));
  serve(routes.answerTask, ({ params, body }) => workers.answer(params, body));
  serve(routes.getTaskModel, async ({ params }, c) => {
    const { path, bytes } = await workers.model(params.sha256);
    c.header('Content-Length', String(bytes));
    c.header('Content-Type', 'application/octet-stream');
    // Nobody would read it, and so it would stay open.
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(streamBody(c, createReadStream(path), logger));
  });
}
