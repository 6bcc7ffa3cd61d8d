/** Other machines that transcribe for a service, and how they speak with it. */
import { z } from 'zod';
import { isPlainName } from './file-name.ts';
import { lineOf } from './foreign-text.ts';
import { nameOfAtMost } from './transcription/name.ts';

/** What a worker says of itself as it joins. */
export const WorkerHello = z.object({
  name: nameOfAtMost(100).describe('What people know the machine by.'),
  version: z.string().max(40).describe('Of Steno, which must be that of the service.'),
  lanes: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .describe('How many windows it transcribes at once.'),
});
export type WorkerHello = z.infer<typeof WorkerHello>;

/** The file of a model, which a worker fetches unless it has it, and stores under its digest. */
export const MachineModel = z.object({
  /** For the log. A model that is given by its path may have any name there. */
  name: z.string().refine(isPlainName).catch('unnamed'),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type MachineModel = z.infer<typeof MachineModel>;

/** Of a machine or an engine: it becomes part of an address. */
const Id = z.string().regex(/^(?:mch_)?[A-Za-z0-9]{22}$/);

/** A line of JSON from the service. `alive` is sent every five seconds, by both. */
export const ToldWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), machine: Id }),
  z.object({ type: z.literal('open'), engine: Id, model: MachineModel }),
  z.object({ type: z.literal('alive') }),
]);
export type ToldWorker = z.infer<typeof ToldWorker>;

/** A line of JSON from a worker. */
export const WorkerSaid = z.discriminatedUnion('type', [
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('failed'), engine: Id, message: lineOf(300) }),
]);
export type WorkerSaid = z.infer<typeof WorkerSaid>;

/** A machine that transcribes for the service now. */
export const Machine = z
  .object({
    id: z.string(),
    name: z.string(),
    lanes: z.int().positive().describe('How many windows it transcribes at once.'),
    busy: z.int().nonnegative().describe('How many of them it transcribes now.'),
    models: z
      .array(
        z.object({
          name: z.string(),
          device: z.string().nullable().describe('The graphics card; null for the processor.'),
        }),
      )
      .describe('What it has loaded.'),
    windows: z.int().nonnegative().describe('How many it has transcribed since it joined.'),
    problem: z.string().nullable().describe('Why it could not load a model, or lost one.'),
    joined_at: z.iso.datetime(),
  })
  .meta({ id: 'Machine' });
export type Machine = z.infer<typeof Machine>;

/** One of the services that share a database. */
export const ServiceNode = z
  .object({
    id: z.string(),
    name: z.string().describe('As `--name` says, or that of the machine.'),
    version: z.string(),
    url: z.string().describe('Where it listens on its machine.'),
    works: z.boolean().describe('False for one that only answers, with `--no-work`.'),
    here: z.boolean().describe('Whether it is the one that answers this request.'),
    lanes: z.int().nonnegative().describe('How many windows it transcribes at once.'),
    running: z.int().nonnegative().describe('How many recordings it works on.'),
    started_at: z.iso.datetime(),
    seen_at: z.iso.datetime().describe('By the clock of the database, as is `started_at`.'),
  })
  .meta({ id: 'ServiceNode' });
export type ServiceNode = z.infer<typeof ServiceNode>;

export const MachineList = z
  .object({
    data: z.array(Machine),
    services: z
      .array(ServiceNode)
      .describe('The services that share a PostgreSQL database; empty with SQLite.'),
  })
  .meta({ id: 'MachineList' });
export type MachineList = z.infer<typeof MachineList>;
