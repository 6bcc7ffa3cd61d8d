import { z } from 'zod';

export const KeyScope = z
  .enum(['own', 'all', 'read', 'worker'])
  .describe(
    '`own`: what the key itself makes; `all`: everything; `read`: everything, and nothing to change; `worker`: nothing, it lets a machine transcribe for the service. Live and test keys never see what belongs to the others.',
  )
  .meta({ id: 'KeyScope' });
export type KeyScope = z.infer<typeof KeyScope>;

/** A key as listed; only its owner knows the secret. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    test: z.boolean(),
    scope: KeyScope,
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
    scope: KeyScope.optional().describe(
      'Left out: `all` for live keys where only this computer reaches the service, else `own`.',
    ),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const ApiKeyList = z.object({ data: z.array(ApiKey) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

/** A browser signed in to the window. */
export const Session = z
  .object({
    id: z.string(),
    browser: z.string().describe('Which browser on which system, as far as it says so.'),
    current: z.boolean().describe('Whether this very request came from it.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SessionList = z.object({ data: z.array(Session) }).meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof SessionList>;

/** What a key, or all of them, has used and has left. */
export const Usage = z
  .object({
    points_available: z
      .int()
      .nullable()
      .describe('What the key has left, reservations taken off; `null` where nothing is charged.'),
    points_reserved: z.int().describe('Held for transcriptions that are not over.'),
    points_spent: z.int(),
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('UTC.'),
          transcriptions: z.int(),
          seconds: z.int().describe('Length of the recordings.'),
          points: z.int(),
        }),
      )
      .describe('The last 30 days on which something was completed, oldest first.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

export const SignInLink = z
  .object({ url: z.url().describe('Signs a browser in, once, within the hour.') })
  .meta({ id: 'SignInLink' });
export type SignInLink = z.infer<typeof SignInLink>;
