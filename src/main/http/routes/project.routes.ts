import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

export function projectRoutes(serve: Serve, { projects }: HttpDependencies): void {
  serve(routes.listProjects, ({ principal }) => projects.list(principal));
  serve(routes.createProject, ({ body, principal }) => projects.create(body, principal));
  serve(routes.getProject, ({ params, principal }) => projects.get(params.id, principal));
  serve(routes.updateProject, ({ params, body, principal }) =>
    projects.change(params.id, body, principal),
  );
  serve(routes.deleteProject, ({ params, principal }) => projects.remove(params.id, principal));
  serve(routes.moveRecordings, ({ body, principal }) => projects.move(body, principal));
}
