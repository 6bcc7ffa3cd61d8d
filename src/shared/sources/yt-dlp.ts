/** The status of yt-dlp, which fetches recordings from pages and platforms. */
import { z } from 'zod';

export const YtDlpStatus = z
  .object({
    version: z.string().nullable().describe('Of the one that is used; `null` when there is none.'),
    origin: z
      .enum(['managed', 'path', 'chosen'])
      .nullable()
      .describe('Kept by Steno, found on the PATH, or named by STENO_YT_DLP.'),
    previous_version: z.string().nullable().describe('What `revert` goes back to.'),
    updatable: z.boolean().describe('Whether Steno may download newer ones.'),
    download: z
      .object({
        received_bytes: z.int().nonnegative(),
        total_bytes: z.int().nonnegative().nullable().describe('`null` until it is known.'),
      })
      .nullable()
      .describe('The download that is under way.'),
    failure: z
      .string()
      .nullable()
      .describe(
        'Why the last download since the start failed, as a sentence; `null` when it did not, or none was tried.',
      ),
  })
  .meta({ id: 'YtDlpStatus' });
export type YtDlpStatus = z.infer<typeof YtDlpStatus>;
