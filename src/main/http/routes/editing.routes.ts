import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Correcting a finished transcript, and its history. */
export function editingRoutes(serve: Serve, { edits }: HttpDependencies): void {
  serve(routes.editSegments, ({ params, body, principal }) =>
    edits.edit(params.id, body, principal),
  );
  serve(routes.editTranscript, ({ params, body, principal }) =>
    edits.apply(params.id, body, principal),
  );
  serve(routes.getHistory, ({ params, principal }) => edits.history(params.id, principal));
  serve(routes.undoEdit, ({ params, body, principal }) => edits.undo(params.id, body, principal));
  serve(routes.redoEdit, ({ params, body, principal }) => edits.redo(params.id, body, principal));
  serve(routes.getHeard, ({ params, principal }) => edits.transcribed(params.id, principal));
}
