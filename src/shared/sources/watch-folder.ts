import { z } from 'zod';

/** The folder whose recordings are transcribed by themselves. */
export const WatchFolder = z
  .object({
    folder: z.string().nullable(),
    state: z.enum(['off', 'watching', 'missing']).describe('`missing`: it is not there now.'),
    problem: z
      .string()
      .nullable()
      .describe('Why the last file was not taken in, such as one that is there already.'),
  })
  .meta({ id: 'WatchFolder' });
export type WatchFolder = z.infer<typeof WatchFolder>;
