import { z } from 'zod';

const bytes = (what: string) => z.int().nonnegative().describe(`${what}, in bytes.`);

/** A copy of the database: transcripts, names, settings and keys, but no recordings. */
export const Backup = z
  .object({
    name: z.string().describe('Of its file in the folder `backups`; `steno restore` takes it.'),
    bytes: z.int().nonnegative(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export const BackupList = z.object({ data: z.array(Backup) }).meta({ id: 'BackupList' });
export type BackupList = z.infer<typeof BackupList>;

/** Steno's disk usage. */
export const Storage = z
  .object({
    folder: z.string().describe('Where all of it is, but for what `media` names.'),
    media: z
      .string()
      .nullable()
      .describe(
        'The bucket with recordings and uploads, such as `s3://bucket/prefix`; null where they are in the folder.',
      ),
    recordings_bytes: bytes('Recordings kept to be played'),
    uploads_bytes: bytes(
      'Uploads as they came, without those that are the same file as a recording',
    ),
    trash_bytes: bytes('Of both, what lies in the trash'),
    trash_count: z.int().nonnegative().describe('How many transcriptions lie in the trash.'),
    models_bytes: bytes('Models'),
    database_bytes: bytes('Transcripts, with all that is known of them'),
    backups_bytes: bytes('Backups of the database'),
    free_bytes: bytes('What is still free there'),
  })
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof Storage>;
