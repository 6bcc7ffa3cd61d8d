/** What a text was made with, so that the same can be used again, or avoided. */
import { z } from 'zod';

const UsedModel = z.object({
  name: z.string(),
  sha256: z.string().length(64).describe('Of the model’s file.'),
});

/** What transcribed a recording. */
export const Provenance = z
  .object({
    engine: z.string().describe('The version of the speech engine.'),
    model: UsedModel.describe('The model of the transcription.'),
    device: z
      .object({
        id: z.string().describe('`cpu` for the processor, else the id of a graphics card.'),
        name: z.string(),
      })
      .describe('What that model was computed on.'),
    other_models: z
      .array(UsedModel)
      .describe('Those that transcribed parts in its place; `model` of segments says which.'),
    machines: z
      .array(z.string())
      .optional()
      .describe(
        'The names of other machines that transcribed parts of it; left out if there are none.',
      ),
  })
  .meta({ id: 'Provenance' });
export type Provenance = z.infer<typeof Provenance>;
