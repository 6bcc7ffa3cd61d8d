/** Transcriptions: creating, listing, changing and ending them. Part of the table in routes.ts. */
import { z } from 'zod';
import { Quote } from '../sources/quote.ts';
import { TranscribeAgain } from '../transcription/transcribe-again.ts';
import {
  CreateTranscription,
  Transcription,
  TranscriptionSummary,
} from '../transcription/transcription.ts';
import { ListTranscriptionsQuery, TranscriptionList } from '../transcription/transcription-list.ts';
import { TagList, UpdateTranscription } from '../transcription/update-transcription.ts';
import type { Route } from './route.ts';
import { at, body, IdempotencyHeader, IdParam, json, unchanged } from './route-parts.ts';

const truth = (usual: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(usual)
    .transform((value) => value === 'true');

const ResultQuery = z.object({
  partial: truth('false').describe(
    '`true` adds `partial`: the text so far of a transcription that is under way, or has failed.',
  ),
  words: truth('true').describe(
    '`false` leaves the list of words of each segment empty: the answer is a third as long.',
  ),
});

export const transcriptionRoutes = {
  createTranscription: {
    ...at('post', '/v1/transcriptions', 'write'),
    summary: 'Create a transcription',
    description:
      'Fetching and transcribing happen in the background: ask for the transcription until it is `completed` or `failed`, follow its events, or give a `webhook_url`. Steno never refuses because it is busy; transcriptions queue.',
    request: { ...body(CreateTranscription), headers: IdempotencyHeader },
    responses: {
      201: json('Created and queued.', Transcription),
      200: json(
        'Created before: by a request with the same Idempotency-Key, or found by `reuse`.',
        Transcription,
      ),
    },
  },
  quoteTranscription: {
    ...at('post', '/v1/transcriptions/quote', 'read'),
    summary: 'Say what a transcription would take and cost, without creating it',
    description:
      'Takes the same body as creating one. Looks at the first megabyte of a link, or at an upload; what cannot be told beforehand is `null`.',
    request: body(CreateTranscription),
    responses: { 200: json('As far as it can be told beforehand.', Quote) },
  },
  listTranscriptions: {
    ...at('get', '/v1/transcriptions', 'read'),
    summary: 'List transcriptions, newest first',
    description:
      'Those that the key sees, a page at a time. The `next_cursor` of a page, given as `cursor`, brings the next one.',
    request: { query: ListTranscriptionsQuery },
    responses: { 200: json('A page of them, without results.', TranscriptionList) },
  },
  getTranscription: {
    ...at('get', '/v1/transcriptions/{id}', 'read'),
    summary: 'Get a transcription',
    description:
      'The same object that webhooks carry. Its `result` is `null` until it is completed.',
    request: { params: IdParam, query: ResultQuery },
    responses: { 200: json('The transcription.', Transcription), 304: unchanged },
  },
  updateTranscription: {
    ...at('patch', '/v1/transcriptions/{id}', 'write'),
    summary: 'Change the title, the tags, the star or the project of a transcription, in any state',
    description:
      'What is left out stays as it is. `source.title` has the title from then on; `null` goes back to the title of the file or video. The other versions of its recording go into the project with it.',
    request: { params: IdParam, ...body(UpdateTranscription) },
    responses: { 200: json('As it is now, without its result.', TranscriptionSummary) },
  },
  listTags: {
    ...at('get', '/v1/tags', 'read'),
    summary: 'List the tags in use, by name',
    description: 'Of the transcriptions that the key sees; those in the trash do not count.',
    responses: { 200: json('The tags.', TagList) },
  },
  cancelTranscription: {
    ...at('post', '/v1/transcriptions/{id}/cancel', 'write'),
    summary: 'Cancel a transcription that is not over',
    description:
      'It becomes `failed` with the code `canceled`, and costs nothing. The text there is stays, and can be continued.',
    request: { params: IdParam },
    responses: { 200: json('It is canceled.', Transcription) },
  },
  retryTranscription: {
    ...at('post', '/v1/transcriptions/{id}/retry', 'write'),
    summary: 'Try again: a new transcription with the options a failed one was created with',
    description: 'The failed one stays as it is.',
    request: { params: IdParam },
    responses: { 201: json('The new transcription.', Transcription) },
  },
  continueTranscription: {
    ...at('post', '/v1/transcriptions/{id}/continue', 'write'),
    summary: 'Take up a transcription that failed, was canceled or lacks parts',
    description:
      'A new version of the recording, with the same options, owner and `webhook_url`, that begins with the text there is, as people have edited it: only the rest is transcribed, and of a completed one only its `failed_parts`. The one before stays as it is, since a transcription ends once. Charged once, when it is completed; what a completed one lacks costs nothing. A link whose recording was not kept is fetched again; where it leads to another recording by now, all of it is transcribed. An upload that was removed is refused with `recording_removed`.',
    request: { params: IdParam, headers: IdempotencyHeader },
    responses: {
      201: json('The new version, queued.', Transcription),
      200: json('Created before by a request with the same Idempotency-Key.', Transcription),
    },
  },
  transcribeAgain: {
    ...at('post', '/v1/transcriptions/{id}/again', 'write'),
    summary: 'Transcribe a recording again: a new version beside the one there is',
    description:
      'For a transcription that is over, with other options; those left out stay as they were. It is a transcription of its own, with the same `recording_id`, made of the recording that was kept; the one before keeps its edits. Where the recording was removed a link is fetched again, and an upload is refused with `recording_removed`.',
    request: { params: IdParam, ...body(TranscribeAgain), headers: IdempotencyHeader },
    responses: {
      201: json('The new version, queued.', Transcription),
      200: json('Created before by a request with the same Idempotency-Key.', Transcription),
    },
  },
  deleteTranscription: {
    ...at('delete', '/v1/transcriptions/{id}', 'write'),
    summary: 'Delete a transcription and everything made from it, in any state',
    description:
      'Its recording, its texts and its subtitles go as well; work on it is stopped. Cannot be undone.',
    request: { params: IdParam },
    responses: { 204: { description: 'It is gone.' } },
  },
  structureAgain: {
    ...at('post', '/v1/transcriptions/{id}/structure', 'write'),
    summary: 'Make the structured text of a completed transcription again, in the background',
    description: 'Also for a transcription that was created without structured text.',
    request: { params: IdParam },
    responses: {
      202: json('As it stands; `generator.pending` until the new one is there.', Transcription),
    },
  },
} as const satisfies Record<string, Route>;
