import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** The order of recordings that wait, and deleting with a way back. */
export function queueRoutes(serve: Serve, { queue, trash }: HttpDependencies): void {
  serve(routes.getQueue, ({ principal }) => queue.read(principal));
  serve(routes.listFailed, ({ query, principal }) => queue.failed(query, principal));
  serve(routes.pauseQueue, ({ principal }) => queue.pause(true, principal));
  serve(routes.resumeQueue, ({ principal }) => queue.pause(false, principal));
  serve(routes.moveInQueue, ({ params, body, principal }) =>
    queue.move(params.id, body.position, principal),
  );
  serve(routes.trashTranscription, ({ params, principal }) => trash.put(params.id, principal));
  serve(routes.restoreTranscription, ({ params, principal }) =>
    trash.restore(params.id, principal),
  );
  serve(routes.emptyTrash, ({ principal }) => trash.empty(principal));
}
