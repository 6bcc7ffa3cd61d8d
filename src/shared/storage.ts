import { z } from 'zod';

const bytes = (what: string) => z.int().nonnegative().describe(`${what}, in bytes.`);

/** What lies on the disk for Steno. */
export const Storage = z
  .object({
    folder: z.string().describe('Where all of it is.'),
    recordings_bytes: bytes('Recordings kept to be played'),
    uploads_bytes: bytes('Uploads as they came'),
    models_bytes: bytes('Models'),
    database_bytes: bytes('Transcripts, with all that is known of them'),
    free_bytes: bytes('What is still free there'),
  })
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof Storage>;
