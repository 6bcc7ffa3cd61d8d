/** The contents of a link that leads to several recordings. */
import { z } from 'zod';

export const MAX_LISTED_ITEMS = 500;

export const ExpandSource = z
  .strictObject({
    url: z.string().min(1).max(2048).describe('A playlist, channel, feed or page on the web.'),
  })
  .meta({ id: 'ExpandSource' });
export type ExpandSource = z.infer<typeof ExpandSource>;

/** A recording that a link leads to. */
export const SourceItem = z
  .object({
    url: z.string().describe('Give this to `POST /v1/transcriptions`.'),
    title: z.string().nullable(),
    duration_seconds: z.int().nonnegative().nullable(),
  })
  .meta({ id: 'SourceItem' });
export type SourceItem = z.infer<typeof SourceItem>;

/** The recordings behind one link. */
export const ExpandedSource = z
  .object({
    title: z.string().nullable().describe('Of the whole.'),
    count: z.int().nonnegative().describe('All recordings, also those that are not listed.'),
    duration_seconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Of the listed ones together; `null` when not all of them say.'),
    items: z.array(SourceItem).describe(`The first ${MAX_LISTED_ITEMS}.`),
  })
  .meta({ id: 'ExpandedSource' });
export type ExpandedSource = z.infer<typeof ExpandedSource>;
