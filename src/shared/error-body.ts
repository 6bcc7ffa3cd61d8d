import { z } from 'zod';
import { ERROR_CODES } from './error-catalogue.ts';

export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      param: z.string().nullable().describe('The field that is wrong.'),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
