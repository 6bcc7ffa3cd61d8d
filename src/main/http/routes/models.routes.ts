import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { ModelService } from '../../services/models/model.service.ts';
import type { ModelCatalogueService } from '../../services/models/model-catalogue.service.ts';
import type { ModelDownloadService } from '../../services/models/model-download.service.ts';
import { requireWindow } from '../access/auth.ts';
import type { HttpEnv } from '../env.ts';
import { bodyStream } from '../request-body.ts';
import { serve } from '../serve.ts';

type ModelServices = {
  models: ModelService;
  modelDownloads: ModelDownloadService;
  modelCatalogue: ModelCatalogueService;
};

/** Every key may see the installed models; only the signed-in window changes them. */
export function modelRoutes(
  app: Hono<HttpEnv>,
  { models, modelDownloads, modelCatalogue }: ModelServices,
): void {
  serve(app, routes.listModels, () => models.list());
  app.use('/v1/models/*', requireWindow);
  serve(app, routes.listModelCatalogue, () => modelCatalogue.list());
  serve(app, routes.confirmModel, ({ params }) => models.confirm(params.name));
  serve(app, routes.deleteModel, async ({ params }) => {
    await models.remove(params.name);
    return undefined;
  });
  serve(app, routes.downloadModel, ({ params }) => modelDownloads.start(params.name));
  serve(app, routes.pauseModelDownload, ({ params }) => modelDownloads.pause(params.name));
  serve(app, routes.cancelModelDownload, async ({ params }) => {
    await modelDownloads.cancel(params.name);
    return undefined;
  });
}

/** Comes before the limit on bodies. */
export function importModelRoute(
  app: Hono<HttpEnv>,
  { models }: Pick<ModelServices, 'models'>,
): void {
  app.use(routes.importModel.path, requireWindow);
  serve(app, routes.importModel, ({ query }, c) =>
    models.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}
