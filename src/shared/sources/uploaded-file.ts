import { z } from 'zod';

export const UploadedFile = z
  .object({
    id: z.string().describe('`file_` and 22 letters or digits.'),
    url: z.string().describe('Give this to `POST /v1/transcriptions`.'),
    filename: z.string(),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof UploadedFile>;
