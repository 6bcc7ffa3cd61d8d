/** API schemas for the models that transcribe: installed models, the catalogue, and downloads. */
import { z } from 'zod';
import { ERROR_CODES } from '../error-catalogue.ts';

export const Model = z
  .object({
    name: z.string(),
    id: z.string().describe('The name again, for programs made for OpenAI’s API.'),
    object: z.literal('model'),
    owned_by: z.string().describe('`steno`: it runs here.'),
    bytes: z.int().nonnegative(),
    architecture: z
      .enum(['whisper', 'parakeet'])
      .describe('Parakeet knows 25 European languages, or English only.'),
    multilingual: z.boolean(),
    translates: z.boolean().describe('Whether it can write other languages in English.'),
    demo: z.boolean().describe('The small built-in model: real, but of few words.'),
    default: z.boolean().describe('Used when a request names no model.'),
    trust: z
      .enum(['built_in', 'catalogue', 'confirmed', 'unknown'])
      .describe(
        'Who vouches for it: the program, the catalogue, a person; an `unknown` one that the catalogue does not know is not loaded.',
      ),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(Model),
    folder: z
      .string()
      .nullable()
      .describe('Where added models lie; told to the signed-in window only.'),
  })
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof ModelList>;

/** A download, in progress or ended. */
export const ModelDownload = z
  .object({
    name: z.string(),
    state: z
      .enum(['downloading', 'checking', 'paused', 'failed'])
      .describe('A finished download is an installed model. `failed` and `paused` ones can go on.'),
    received_bytes: z.int().nonnegative(),
    bytes: z.int().positive().describe('Of the whole model.'),
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }).nullable(),
  })
  .meta({ id: 'ModelDownload' });
export type ModelDownload = z.infer<typeof ModelDownload>;

/** A model of the catalogue, with its expected performance on this machine. */
export const CatalogueEntry = z
  .object({
    name: z.string(),
    bytes: z.int().positive(),
    sha256: z.string(),
    size: z
      .enum(['tiny', 'base', 'small', 'medium', 'large', 'turbo', 'parakeet'])
      .describe('A size of Whisper, or `parakeet` for NVIDIA’s model of 25 European languages.'),
    licence: z
      .enum(['MIT', 'CC-BY-4.0'])
      .describe('Of the weights. With `CC-BY-4.0` the authors are to be named.'),
    multilingual: z.boolean().describe('Many languages, or English only.'),
    weights: z
      .enum(['f16', 'q8_0', 'q5_1', 'q5_0'])
      .describe('How it is stored: whole, or rounded to 8 or 5 bits.'),
    memory_bytes: z.int().positive().describe('About what it needs while it works.'),
    speed: z
      .number()
      .positive()
      .nullable()
      .describe(
        'Estimated seconds of sound a second on this machine; `null` until it is measured, and where it cannot be.',
      ),
    recommended: z
      .boolean()
      .describe('The one that suits this machine best, and the languages that are used on it.'),
    helper: z
      .string()
      .nullable()
      .describe(
        'A model to download with it: it finds out the language, and hears what this one cannot. `null` where none is needed, or one is there.',
      ),
    installed: z.boolean(),
    download: ModelDownload.nullable(),
  })
  .meta({ id: 'CatalogueEntry' });
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const ModelCatalogue = z
  .object({
    data: z.array(CatalogueEntry),
    measuring: z.boolean().describe('Whether speeds that are `null` will come.'),
  })
  .meta({ id: 'ModelCatalogue' });
export type ModelCatalogue = z.infer<typeof ModelCatalogue>;

export const ImportModelQuery = z.object({
  filename: z.string().min(1).max(255).describe('Such as `ggml-base.bin`.'),
  name: z.string().max(100).optional().describe('A name other than the file has.'),
  confirmed: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` takes a model that the catalogue does not know.'),
});
export type ImportModelQuery = z.infer<typeof ImportModelQuery>;
