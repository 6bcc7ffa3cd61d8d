import { routes } from '../../../shared/routes/routes.ts';
import type { QueueService } from '../../services/transcriptions/queue.service.ts';
import type { TrashService } from '../../services/transcriptions/trash.service.ts';
import type { Serve } from '../serve.ts';

/** The order of what waits. */
export function queueRoutes(serve: Serve, { queue }: { queue: QueueService }): void {
  serve(routes.getQueue, ({ principal }) => queue.look(principal));
  serve(routes.pauseQueue, ({ principal }) => queue.pause(true, principal));
  serve(routes.resumeQueue, ({ principal }) => queue.pause(false, principal));
  serve(routes.moveInQueue, ({ params, body, principal }) =>
    queue.move(params.id, body.position, principal),
  );
}

/** Deleting with a way back. */
export function trashRoutes(serve: Serve, { trash }: { trash: TrashService }): void {
  serve(routes.trashTranscription, ({ params, principal }) => trash.put(params.id, principal));
  serve(routes.restoreTranscription, ({ params, principal }) =>
    trash.restore(params.id, principal),
  );
  serve(routes.emptyTrash, async ({ principal }) => {
    await trash.empty(principal);
    return undefined;
  });
}
