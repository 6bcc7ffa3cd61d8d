import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { Machines } from '../../engine/machines/machines.ts';
import type { MachineService } from '../../services/machine.service.ts';
import { bodyStream } from '../request-body.ts';
import type { HttpEnv, Serve } from '../serve.ts';

/** Machines that transcribe for the service, and the connections of their engines. */
export function machineRoutes(
  serve: Serve,
  { machines, machineList }: { machines: Machines; machineList: MachineService },
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
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>);
  });
}

/** A body that is read as it arrives; that it ends early is no error. */
function lasting(c: Context<HttpEnv>): Readable {
  return bodyStream(c.req.raw).on('error', () => {});
}

/** Both directions stay open, and the connection ends with them. */
function streaming(c: Context<HttpEnv>, told: Readable): Response {
  return c.body(Readable.toWeb(told) as WebStream as ReadableStream<Uint8Array>, 200, {
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
    Connection: 'close',
    // A proxy that collects what it passes on would hold every line back.
    'X-Accel-Buffering': 'no',
  });
}
