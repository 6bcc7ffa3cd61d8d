/** API schemas for what models are computed on: the processor, and the graphics cards of this computer. */
import { z } from 'zod';

/** What a person chose: `auto`, `cpu`, or the id of a graphics card. */
export const DeviceChoice = z.string().min(1).max(200);

/** What became of a trial: `good`, or why the card is not to be used for the model. */
export const Verdict = z.enum(['good', 'other_words', 'silent', 'crashed', 'hangs', 'unproven']);
export type Verdict = z.infer<typeof Verdict>;

const DeviceSpeed = z
  .object({
    model: z.string(),
    speed: z.number().positive().describe('Seconds of sound a second, as measured here.'),
  })
  .meta({ id: 'DeviceSpeed' });

/** The processor, or a graphics card. */
export const Device = z
  .object({
    id: z.string().describe('`cpu` for the processor.'),
    name: z.string(),
    type: z
      .enum(['processor', 'discrete', 'integrated', 'virtual', 'software'])
      .describe('A card of its own, one within the processor, of a virtual machine, or a program.'),
    driver: z.string().nullable(),
    memory_bytes: z.int().nonnegative().nullable(),
    memory_free_bytes: z.int().nonnegative().nullable(),
    in_use: z.boolean().describe('Whether models are computed on it, where they can be.'),
    trying: z.boolean().describe('Whether it is transcribing the sample right now.'),
    off: z
      .string()
      .nullable()
      .describe('Why some or all models are not computed on it, for a person; else `null`.'),
    speeds: z.array(DeviceSpeed).describe('Of the models that were used on it.'),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

export const DeviceList = z
  .object({
    object: z.literal('list'),
    data: z.array(Device).describe('The processor first.'),
    choice: DeviceChoice.describe('`auto`, `cpu`, or the id of the card that was chosen.'),
    fixed: z.boolean().describe('Whether the choice was made when Steno was started.'),
    building: z
      .boolean()
      .describe('Whether a graphics card waits for its library, which is being built from source.'),
  })
  .meta({ id: 'DeviceList' });
export type DeviceList = z.infer<typeof DeviceList>;
