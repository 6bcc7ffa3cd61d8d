/** Projects: what recordings are filed under, one at most, and the options that it gives them. */
import { z } from 'zod';
import { AutomaticExport } from './exports/automatic-export.ts';
import { isLanguage, NO_LANGUAGE } from './languages.ts';
import { SpellingList } from './spelling/spelling.ts';
import { nameOfAtMost } from './transcription/given-names.ts';
import { Vocabulary } from './transcription/transcription-options.ts';

export const MAX_PROJECT_NAME = 100;

/** The most recordings that are moved at once. */
export const MAX_MOVED = 1000;

/** What lists ask for to get the recordings that are in no project. */
export const NO_PROJECT = 'none';

export const ProjectName = nameOfAtMost(MAX_PROJECT_NAME);

const shape = {
  name: ProjectName.describe('Those of one owner differ in more than case.'),
  language: z
    .string()
    .refine(isLanguage, NO_LANGUAGE)
    .nullable()
    .describe('Spoken in recordings whose request names none; `null` is as the settings say.'),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .describe(
      'Used where a request names none; `null` is as the settings say, and so is one that was removed.',
    ),
  vocabulary: Vocabulary.describe(
    'Names and terms of its recordings, before those of the settings, which are added as far as there is room.',
  ),
  spelling: SpellingList.describe(
    'What is heard wrong in its recordings, before the list of the settings, which is added as far as there is room.',
  ),
  auto_export: AutomaticExport.nullable().describe(
    'The files that are written of its finished recordings, instead of those of the settings; `null` is as the settings say. Only the signed-in window sees and sets it.',
  ),
};

export const Project = z
  .object({
    id: z.string().describe('`prj_` and 22 letters or digits.'),
    ...shape,
    recordings: z
      .int()
      .nonnegative()
      .describe(
        'How many are in it, each with all of its versions; those in the trash do not count.',
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

export const ProjectOptions = z.object({
  language: shape.language,
  model: shape.model,
  vocabulary: shape.vocabulary,
  spelling: shape.spelling,
  auto_export: shape.auto_export,
});
export type ProjectOptions = z.infer<typeof ProjectOptions>;

export const ProjectList = z.object({ data: z.array(Project) }).meta({ id: 'ProjectList' });
export type ProjectList = z.infer<typeof ProjectList>;

export const CreateProject = z
  .strictObject({
    ...shape,
    language: shape.language.default(null),
    model: shape.model.default(null),
    vocabulary: shape.vocabulary.default([]),
    spelling: shape.spelling.default([]),
    auto_export: shape.auto_export.default(null),
  })
  .meta({ id: 'CreateProject' });
export type CreateProject = z.infer<typeof CreateProject>;
/** The caller's input: only `name` is required. */
export type CreateProjectInput = z.input<typeof CreateProject>;

/** Each given field replaces its whole previous value. */
export const UpdateProject = z
  .strictObject(shape)
  .partial()
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message: 'must name something to change',
  })
  .meta({ id: 'UpdateProject' });
export type UpdateProject = z.infer<typeof UpdateProject>;

export const ProjectId = z.string().min(1).max(64).nullable();

/** Moves recordings, with all of their versions, into a project or out of theirs. */
export const MoveRecordings = z
  .strictObject({
    ids: z
      .array(z.string().max(64))
      .min(1)
      .max(MAX_MOVED)
      .describe('Of transcriptions; those that are not there any more are passed over.'),
    project_id: ProjectId.describe('Where they are put; `null` takes them out of their project.'),
  })
  .meta({ id: 'MoveRecordings' });
export type MoveRecordings = z.infer<typeof MoveRecordings>;

export const MovedRecordings = z
  .object({
    data: z
      .array(
        z.object({
          id: z.string().describe('One of the `ids` that were given.'),
          from: ProjectId.describe('The project it was in before.'),
        }),
      )
      .describe('Those that were moved; what was there already is not among them.'),
  })
  .meta({ id: 'MovedRecordings' });
export type MovedRecordings = z.infer<typeof MovedRecordings>;
