/** The recording stored for playback. */
import { z } from 'zod';

/** A peak is one byte of `GET /v1/transcriptions/{id}/waveform`. */
export const PEAKS_PER_SECOND = 8;

/** The recording beside its transcript. */
export const PlayableMedia = z
  .object({
    type: z
      .string()
      .describe('Such as `audio/mpeg`; begins with `video/` when there is a picture.'),
    url: z.url().describe('The recording; takes `Range`.'),
    waveform: z
      .url()
      .describe('One byte for each eighth of a second: how loud it is, 0 to 255, for a picture.'),
  })
  .meta({ id: 'PlayableMedia' });
export type PlayableMedia = z.infer<typeof PlayableMedia>;
