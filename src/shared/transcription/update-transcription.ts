/** What a person changes about a recording as a whole: its title, its tags, its project, whether it is a favorite. */
import { z } from 'zod';
import { casefold } from '../casefold.ts';
import { ProjectId } from '../projects.ts';
import { nameOfAtMost } from './given-names.ts';

/** The maximum length of a title, in characters. */
export const MAX_TITLE = 200;

/** The longest tag, in characters, and how many a recording can have. */
export const MAX_TAG = 50;
const MAX_TAGS = 30;

/** A word or two that recordings are filed under; those that differ in nothing but case are the same. */
export const Tag = nameOfAtMost(MAX_TAG).regex(/^[^,]*$/, 'must have no comma');

export const UpdateTranscription = z
  .strictObject({
    title: nameOfAtMost(MAX_TITLE)
      .nullable()
      .optional()
      .describe('`null` goes back to the file or video title.'),
    tags: z
      .array(Tag)
      .max(MAX_TAGS)
      .overwrite(withoutTwins)
      .optional()
      .describe('All of its tags from then on; those that differ in case only are one.'),
    favorite: z.boolean().optional(),
    project_id: ProjectId.optional().describe(
      'The project it is moved to, with its other versions; `null` takes it out of its project.',
    ),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message: 'must name something to change',
  })
  .meta({ id: 'UpdateTranscription' });
export type UpdateTranscription = z.infer<typeof UpdateTranscription>;

/** The first of each that are the same but for case. */
function withoutTwins(tags: string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [casefold(tag), tag])).values()].toReversed();
}

/** The tags in use, and how many recordings have each. */
export const TagList = z
  .object({ data: z.array(z.object({ tag: z.string(), count: z.int().positive() })) })
  .meta({ id: 'TagList' });
export type TagList = z.infer<typeof TagList>;
