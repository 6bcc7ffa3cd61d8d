/** Keys, signed-in browsers and usage. Part of the table in routes.ts. */
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  CreatedApiKey,
  SessionList,
  SignInLink,
  Usage,
} from '../accounts.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

export const accountRoutes = {
  getUsage: {
    ...at('get', '/v1/usage', 'read'),
    summary: 'Points and minutes used: of the key, or of all in the signed-in window',
    description:
      'What is left, what is reserved for transcriptions that are not over, and what was used on each day.',
    responses: { 200: json('The figures.', Usage) },
  },
  createSignInLink: {
    ...at('post', '/v1/sign-in-links', 'window'),
    summary: 'Make a link that signs a browser in',
    description: 'It can be opened once, within an hour.',
    responses: { 201: json('The link.', SignInLink) },
  },
  listKeys: {
    ...at('get', '/v1/keys', 'window'),
    summary: 'List API keys',
    description: 'Revoked ones are among them.',
    responses: { 200: json('The keys, without their secrets.', ApiKeyList) },
  },
  createKey: {
    ...at('post', '/v1/keys', 'window'),
    summary: 'Create an API key',
    description:
      'A test key (`test: true`) is never charged and may have webhooks over http on this machine. The key itself is in this answer only.',
    request: body(CreateApiKey),
    responses: { 201: json('The key, shown this once.', CreatedApiKey) },
  },
  revokeKey: {
    ...at('delete', '/v1/keys/{id}', 'window'),
    summary: 'Revoke an API key',
    description: 'It works no longer from now on, and its live events end.',
    request: { params: IdParam },
    responses: { 200: json('It is revoked.', ApiKey) },
  },
  listSessions: {
    ...at('get', '/v1/sessions', 'window'),
    summary: 'List the browsers that are signed in',
    description:
      'Each browser that was signed in with a link, with the last time it asked for something.',
    responses: { 200: json('The one used last comes first.', SessionList) },
  },
  endSession: {
    ...at('delete', '/v1/sessions/{id}', 'window'),
    summary: 'Sign a browser out; `current` is the one that asks',
    description: 'Its cookie works no longer, and its live events end.',
    request: { params: IdParam },
    responses: { 204: { description: 'It is signed out.' } },
  },
  endSessions: {
    ...at('delete', '/v1/sessions', 'window'),
    summary: 'Sign all browsers out',
    description: 'Also the one that asks.',
    responses: { 204: { description: 'They are signed out.' } },
  },
} as const satisfies Record<string, Route>;
