import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import { bodyStream } from '../request-body.ts';
import type { Serve } from '../serve-route.ts';

/** The installed and the available models. */
export function modelRoutes(
  serve: Serve,
  { models, modelDownloads, modelCatalogue }: HttpDependencies,
): void {
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
}

/** For the signed-in window only. */
export function deviceRoutes(serve: Serve, { devices }: HttpDependencies): void {
  serve(routes.listDevices, () => devices.list());
  serve(routes.tryDevice, ({ params }) => devices.tryAgain(params.id));
}

/** For the signed-in window only. */
export function speakerModelRoutes(serve: Serve, { speakerModels }: HttpDependencies): void {
  serve(routes.listSpeakerModels, () => speakerModels.list());
  serve(routes.deleteSpeakerModel, ({ params }) => speakerModels.remove(params.name));
  serve(routes.importSpeakerModel, ({ query }, c) =>
    speakerModels.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}

/** What transcribes. */
export function machineRoutes(serve: Serve, { machineList }: HttpDependencies): void {
  serve(routes.listMachines, () => machineList.list());
}
