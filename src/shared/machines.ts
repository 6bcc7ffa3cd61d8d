/** Other machines that transcribe for a service: workers, and services on the same database. */
import { z } from 'zod';
import { isPlainName } from './file-name.ts';

/** The file of a model, which a worker fetches unless it has it, and stores under its digest. */
export const MachineModel = z.object({
  /** For the log. A model that is given by its path may have any name there. */
  name: z.string().refine(isPlainName).catch('unnamed'),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type MachineModel = z.infer<typeof MachineModel>;

/** A machine that transcribes for the service now. */
export const Machine = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.string(),
    lanes: z.int().positive().describe('How many windows it transcribes at once.'),
    busy: z.int().nonnegative().describe('How many of them it transcribes now.'),
    draining: z.boolean().describe('Whether it ends what it has, and takes no more.'),
    models: z
      .array(
        z.object({
          name: z.string(),
          device: z.string().nullable().describe('The graphics card; null for the processor.'),
        }),
      )
      .describe('What it has loaded, the last used first.'),
    windows: z.int().nonnegative().describe('How many it has transcribed since it joined.'),
    windows_last_hour: z.int().nonnegative().describe('How many of them in the last hour.'),
    problem: z.string().nullable().describe('Why it could not transcribe the last window.'),
    joined_at: z.iso.datetime(),
    seen_at: z.iso.datetime().describe('When it was last heard of; it tells every five seconds.'),
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
