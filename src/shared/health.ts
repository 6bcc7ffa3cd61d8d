import { z } from 'zod';

/** Whether the service responds, and its workload. */
export const Health = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    model: z.string().nullable().describe('The default model.'),
    queued: z.int().nonnegative(),
    processing: z.int().nonnegative(),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

/** Whether the process answers at all. */
export const Liveness = z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' });

/** Whether the service can take work; `failed` names what stands in the way. */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    failed: z.array(z.enum(['stopping', 'data_folder', 'database', 'storage', 'disk', 'engine'])),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;
