/** API schemas for the speaker models. */
import { z } from 'zod';
import { Model, ModelDownload } from './models.ts';

export const SpeakerModelTask = z
  .enum(['voices', 'turns'])
  .describe(
    '`voices`: tells voices apart. `turns`: hears who takes turns and where several talk at once, beside one for voices.',
  );
export type SpeakerModelTask = z.infer<typeof SpeakerModelTask>;

/** A speaker model, installed or downloadable. */
export const SpeakerModel = z
  .object({
    name: z.string(),
    bytes: z.int().positive(),
    task: SpeakerModelTask,
    voices: z.string().nullable().describe('Whose voices it was trained on, if that is known.'),
    trust: Model.shape.trust.nullable().describe('`null`: it is not installed.'),
    in_use: z.boolean().describe('New recordings are labeled with it.'),
    download: ModelDownload.nullable(),
  })
  .meta({ id: 'SpeakerModel' });
export type SpeakerModel = z.infer<typeof SpeakerModel>;

export const SpeakerModelList = z
  .object({ data: z.array(SpeakerModel).describe('The installed ones first.') })
  .meta({ id: 'SpeakerModelList' });
export type SpeakerModelList = z.infer<typeof SpeakerModelList>;
