/** The smaller bodies of the API: errors, files, models, keys, health, live events. */
import { z } from 'zod';
import { ERROR_CODES } from './error-catalogue.ts';
import { TranscriptionSummary } from './transcription.ts';

export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      param: z.string().nullable().describe('The field that is wrong.'),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export const UploadedFile = z
  .object({
    id: z.string().describe('`file_` and 22 letters or digits.'),
    url: z.string().describe('Give this to `POST /v1/transcriptions`.'),
    filename: z.string(),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'File' });
export type UploadedFile = z.infer<typeof UploadedFile>;

export const Model = z
  .object({
    name: z.string(),
    bytes: z.int().nonnegative(),
    multilingual: z.boolean(),
    demo: z.boolean().describe('The small built-in model: real, but of few words.'),
    default: z.boolean().describe('Used when a request names no model.'),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const ModelList = z
  .object({ data: z.array(Model), folder: z.string().describe('Where added models lie.') })
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof ModelList>;

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    test: z.boolean(),
    hint: z.string().describe('The prefix and the last four characters.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z.string().describe('Shown once, never again.'),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const CreateApiKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    test: z.boolean().default(false),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKeyInput = z.input<typeof CreateApiKey>;

export const ApiKeyList = z.object({ data: z.array(ApiKey) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const SignInLink = z
  .object({ url: z.url().describe('Signs a browser in, once, within the hour.') })
  .meta({ id: 'SignInLink' });
export type SignInLink = z.infer<typeof SignInLink>;

export const Health = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    model: z.string().nullable().describe('The default model.'),
    queued: z.int().nonnegative(),
    processing: z.int().nonnegative(),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

/** What travels to the window over `/v1/events`. */
export const ServerEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('transcription'), transcription: TranscriptionSummary }),
    z.object({ type: z.literal('transcription_deleted'), id: z.string() }),
    z.object({ type: z.literal('models') }),
  ])
  .meta({ id: 'ServerEvent' });
export type ServerEvent = z.infer<typeof ServerEvent>;
