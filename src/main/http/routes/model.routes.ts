import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import { bodyStream } from '../request-body.ts';
import type { Serve } from '../serve-route.ts';

/** Models, what they are computed on, and what else transcribes. */
export function modelRoutes(serve: Serve, deps: HttpDependencies): void {
  const { models, modelDownloads, modelCatalogue, speakerModels, devices, machineList } = deps;
  serve(routes.listModels, ({ principal }) => models.list(principal));
  serve(routes.listModelCatalogue, () => modelCatalogue.list());
  serve(routes.confirmModel, ({ params }) => models.confirm(params.name));
  serve(routes.deleteModel, ({ params }) => models.remove(params.name));
  serve(routes.downloadModel, ({ params }) => modelDownloads.start(params.name));
  serve(routes.pauseModelDownload, ({ params }) => modelDownloads.pause(params.name));
  serve(routes.cancelModelDownload, ({ params }) => modelDownloads.cancel(params.name));
  serve(routes.importModel, ({ query }, c) =>
    models.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
  serve(routes.listDevices, () => devices.list());
  serve(routes.tryDevice, ({ params }) => devices.tryAgain(params.id));
  serve(routes.listSpeakerModels, () => speakerModels.list());
  serve(routes.deleteSpeakerModel, ({ params }) => speakerModels.remove(params.name));
  serve(routes.importSpeakerModel, ({ query }, c) =>
    speakerModels.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
  serve(routes.listMachines, () => machineList.list());
}
