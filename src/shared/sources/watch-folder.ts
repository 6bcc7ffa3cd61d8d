import { z } from 'zod';

/** The folder whose recordings are transcribed automatically. */
export const WatchFolder = z
  .object({
    folder: z.string().nullable(),
    state: z.enum(['off', 'watching', 'missing']).describe('`missing`: it is not there now.'),
    skipped: z
      .string()
      .nullable()
      .describe('Which file was not added last because the same one is there already.'),
    problem: z.string().nullable().describe('Why the last file could not be taken in.'),
  })
  .meta({ id: 'WatchFolder' });
export type WatchFolder = z.infer<typeof WatchFolder>;
