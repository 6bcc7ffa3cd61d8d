/** Other machines that transcribe for this service. */
import { z } from 'zod';
import { MachineList, WorkerHello } from '../machines.ts';
import type { Route } from './route.ts';
import { binary, failure, json } from './route-parts.ts';

const MachineParam = z.object({ machine: z.string().max(100) });
const lines = { required: true, content: { 'application/x-ndjson': { schema: binary } } };
const stream = (description: string) => ({
  description,
  content: { 'application/x-ndjson': { schema: binary } },
});

export const machineRoutes = {
  listMachines: {
    method: 'get',
    path: '/v1/machines',
    access: 'read-all',
    summary: 'List the machines that transcribe, and the services on the database',
    description:
      'Those that are there now; one that left is not in the list. What other services and their machines do is at most five seconds old.',
    responses: { 200: json('The machines.', MachineList), default: failure },
  },
  joinMachine: {
    method: 'post',
    path: '/v1/machines',
    access: 'all',
    summary: 'Join as a machine that transcribes',
    description:
      'What `steno worker` asks for. Both bodies are lines of JSON and stay open: the answer says which models to load, and the machine stays for as long as it sends `alive`.',
    request: { query: WorkerHello, body: lines },
    responses: { 200: stream('What the machine is told.'), default: failure },
  },
  attachEngine: {
    method: 'post',
    path: '/v1/machines/{machine}/engines/{engine}',
    access: 'all',
    summary: 'Connect an engine that a machine was asked to start',
    description:
      'The body is what the engine says, the answer what it is told, in the protocol of the engine.',
    request: { params: MachineParam.extend({ engine: z.string().max(100) }), body: lines },
    responses: { 200: stream('What the engine is told.'), default: failure },
  },
  getMachineModel: {
    method: 'get',
    path: '/v1/machines/{machine}/models/{sha256}',
    access: 'all',
    summary: 'Get the file of a model that a machine was asked to load',
    description: 'Until the machine has loaded it.',
    request: { params: MachineParam.extend({ sha256: z.string().max(100) }) },
    responses: {
      200: {
        description: 'The file.',
        content: { 'application/octet-stream': { schema: binary } },
      },
      default: failure,
    },
  },
} as const satisfies Record<string, Route>;
