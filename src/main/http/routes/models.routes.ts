import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { Machines } from '../../engine/machines/machines.ts';
import type { Logger } from '../../logger.ts';
import type { DeviceService } from '../../services/device.service.ts';
import type { MachineService } from '../../services/machine.service.ts';
import type { ModelService } from '../../services/models/model.service.ts';
import type { ModelCatalogueService } from '../../services/models/model-catalogue.service.ts';
import type { ModelDownloadService } from '../../services/models/model-download.service.ts';
import type { SpeakerModelService } from '../../services/models/speaker-model.service.ts';
import { streamBody } from '../answer-stream.ts';
import type { HttpEnv } from '../http-env.ts';
import { bodyStream } from '../request-body.ts';
import type { Serve } from '../serve.ts';

type ModelServices = {
  models: ModelService;
  modelDownloads: ModelDownloadService;
  modelCatalogue: ModelCatalogueService;
};

/** The installed and the available models. */
export function modelRoutes(
  serve: Serve,
  { models, modelDownloads, modelCatalogue }: ModelServices,
): void {
  serve(routes.listModels, ({ principal }) => models.list(principal));
  serve(routes.listModelCatalogue, () => modelCatalogue.list());
  serve(routes.confirmModel, ({ params }) => models.confirm(params.name));
  serve(routes.deleteModel, async ({ params }) => {
    await models.remove(params.name);
    return undefined;
  });
  serve(routes.downloadModel, ({ params }) => modelDownloads.start(params.name));
  serve(routes.pauseModelDownload, ({ params }) => modelDownloads.pause(params.name));
  serve(routes.cancelModelDownload, async ({ params }) => {
    await modelDownloads.cancel(params.name);
    return undefined;
  });
  serve(routes.importModel, ({ query }, c) =>
    models.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}

/** For the signed-in window only. */
export function deviceRoutes(serve: Serve, { devices }: { devices: DeviceService }): void {
  serve(routes.listDevices, () => devices.list());
  serve(routes.tryDevice, ({ params }) => devices.tryAgain(params.id));
}

/** For the signed-in window only. */
export function speakerModelRoutes(
  serve: Serve,
  { speakerModels }: { speakerModels: SpeakerModelService },
): void {
  serve(routes.listSpeakerModels, () => speakerModels.list());
  serve(routes.deleteSpeakerModel, async ({ params }) => {
    await speakerModels.remove(params.name);
    return undefined;
  });
  serve(routes.importSpeakerModel, ({ query }, c) =>
    speakerModels.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}

/** Machines that transcribe for the service, and the connections of their engines. */
export function machineRoutes(
  serve: Serve,
  {
    machines,
    machineList,
    logger,
  }: { machines: Machines; machineList: MachineService; logger: Logger },
): void {
  serve(routes.listMachines, () => machineList.list());
  serve(routes.joinMachine, ({ query }, c) => {
    const said = lasting(c);
    const revoked = c.get('untilRevoked')();
    said.once('close', () => revoked?.release());
    const over = [c.req.raw.signal, ...(revoked ? [revoked.signal] : [])];
    return streaming(c, machines.join(query, said, AbortSignal.any(over)));
  });
  serve(routes.attachEngine, ({ params }, c) => {
    const [said, told] = [lasting(c), new PassThrough()];
    machines.attach(params.machine, params.engine, { said, told });
    return streaming(c, told);
  });
  serve(routes.getMachineModel, ({ params }, c) => {
    const { path, bytes } = machines.modelFile(params.machine, params.sha256);
    c.header('Content-Length', String(bytes));
    c.header('Content-Type', 'application/octet-stream');
    return c.body(streamBody(c, createReadStream(path), logger));
  });
}

/** A body that is read as it arrives; an early end is not an error. */
function lasting(c: Context<HttpEnv>): Readable {
  return bodyStream(c.req.raw).on('error', () => {});
}

/** Both directions stay open, and the connection ends with them. */
function streaming(c: Context<HttpEnv>, told: Readable): Response {
  return c.body(Readable.toWeb(told) as WebStream as ReadableStream<Uint8Array>, 200, {
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
    Connection: 'close',
    // A proxy that buffers the response would hold every line back.
    'X-Accel-Buffering': 'no',
  });
}
