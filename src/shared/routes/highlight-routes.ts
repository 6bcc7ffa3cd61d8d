/** Words that people mark and comment on. Part of the table in routes.ts. */
import { z } from 'zod';
import { decimal } from '../decimal.ts';
import {
  CreateHighlight,
  HighlightList,
  TextHighlight,
  UpdateHighlight,
} from '../highlights/highlight.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

const HighlightParam = IdParam.extend({ highlight_id: z.string().max(64) });
const RemoveQuery = z.object({
  revision: decimal(z.number().int().nonnegative())
    .optional()
    .describe('The `revision` you know: where it was changed since, it stays.'),
});

export const highlightRoutes = {
  listHighlights: {
    ...at('get', '/v1/transcriptions/{id}/highlights', 'read'),
    summary: 'List the words of a completed transcription that were marked, with their comments',
    description:
      'They belong to the recording: all of its versions have the same ones, found by their times. Not to be confused with `key_highlights`, which are made with the structured text.',
    request: { params: IdParam },
    responses: { 200: json('In order of time.', HighlightList) },
  },
  createHighlight: {
    ...at('post', '/v1/transcriptions/{id}/highlights', 'write'),
    summary: 'Mark words of a completed transcription, and comment on them',
    description:
      'The words whose middle lies between `start` and `end`; both become those of the words. `400` where nothing is said there, or the recording has 5,000 highlights.',
    request: { params: IdParam, ...body(CreateHighlight) },
    responses: { 201: json('It is stored.', TextHighlight) },
  },
  updateHighlight: {
    ...at('patch', '/v1/transcriptions/{id}/highlights/{highlight_id}', 'write'),
    summary: 'Change the color or the comment of a highlight',
    description: 'When it has changed since `revision`, the answer is `409` `edited_elsewhere`.',
    request: { params: HighlightParam, ...body(UpdateHighlight) },
    responses: { 200: json('It is stored.', TextHighlight) },
  },
  deleteHighlight: {
    ...at('delete', '/v1/transcriptions/{id}/highlights/{highlight_id}', 'write'),
    summary: 'Remove a highlight and its comment',
    description: 'The text stays as it is.',
    request: { params: HighlightParam, query: RemoveQuery },
    responses: { 204: { description: 'It is removed.' } },
  },
} as const satisfies Record<string, Route>;
