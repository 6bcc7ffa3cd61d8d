/** Captions of a recording that is being made, for those who have a link to them. The only source of these types. */
import { z } from 'zod';
import { LiveText } from './recordings.ts';

/** So much of the text is sent, and in view at once; what was said before somebody came is not theirs to read. */
export const CAPTION_SEGMENTS = 20;
export const CAPTION_HOURS = 4;
export const MAX_CAPTION_VIEWERS = 30;

/** The secret of a link. */
export const CaptionCode = z.object({ code: z.string().max(64) });

export const CaptionLink = z
  .object({
    urls: z
      .array(z.url())
      .min(1)
      .describe('The addresses of the page, the one to give away first. They contain the code.'),
    on_network: z
      .boolean()
      .describe(
        'Whether other devices reach it; `false` while Steno listens on this computer only.',
      ),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'CaptionLink' });
export type CaptionLink = z.infer<typeof CaptionLink>;

/** Text only: nothing says which recording it is, what it is called or whose. */
export const CaptionsEvent = z
  .object({
    ...LiveText.omit({ until: true, problem: true }).shape,
    from: z
      .int()
      .nonnegative()
      .describe('The id of the first of these segments. Those before it stay as they are.'),
    over: z.boolean().describe('Whether the recording has ended. The stream ends as well.'),
  })
  .meta({ id: 'CaptionsEvent' });
export type CaptionsEvent = z.infer<typeof CaptionsEvent>;
