/** Correcting a finished transcript, and its history. Part of the table in routes.ts. */
import {
  EditedSegments,
  EditedTranscript,
  EditSegments,
  EditTranscript,
  HeardPassages,
  History,
  StepRequest,
} from '../transcription/editing.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

export const editingRoutes = {
  editSegments: {
    ...at('patch', '/v1/transcriptions/{id}/segments', 'write'),
    summary: 'Change texts and speakers of a completed transcription',
    description:
      'All of them or none. `revision` is that of the transcription you edited: when it has changed since, the answer is `409` `edited_elsewhere`.',
    // Enough for every segment of a long transcript, for example when a name is replaced
    // everywhere.
    maxBody: 4 * 1024 * 1024,
    request: { params: IdParam, ...body(EditSegments) },
    responses: { 200: json('All changes are stored.', EditedSegments) },
  },
  editTranscript: {
    ...at('post', '/v1/transcriptions/{id}/edits', 'write'),
    summary: 'Edit a completed transcription: texts, splits, joins, paragraphs and speakers',
    description:
      'All of the edits or none; together they are one step of its history. When the transcription has changed since `revision`, the answer is `409` `edited_elsewhere`.',
    maxBody: 4 * 1024 * 1024,
    request: { params: IdParam, ...body(EditTranscript) },
    responses: { 200: json('All edits are stored.', EditedTranscript) },
  },
  getHistory: {
    ...at('get', '/v1/transcriptions/{id}/history', 'read'),
    summary: 'List what was done to a completed transcription',
    description: 'Edits, names of speakers, and voices told apart again, with what can be undone.',
    request: { params: IdParam },
    responses: { 200: json('The steps.', History) },
  },
  undoEdit: {
    ...at('post', '/v1/transcriptions/{id}/history/undo', 'write'),
    summary: 'Undo the last step that is not undone',
    description: '`409` `wrong_state` where nothing is left to undo.',
    request: { params: IdParam, ...body(StepRequest) },
    responses: { 200: json('It is undone.', EditedTranscript) },
  },
  redoEdit: {
    ...at('post', '/v1/transcriptions/{id}/history/redo', 'write'),
    summary: 'Redo the step that was undone last',
    description: '`409` `wrong_state` where nothing is left to redo; a new edit ends what can be.',
    request: { params: IdParam, ...body(StepRequest) },
    responses: { 200: json('It is done again.', EditedTranscript) },
  },
  getHeard: {
    ...at('get', '/v1/transcriptions/{id}/heard', 'read'),
    summary: 'List the passages that are no longer as they were transcribed',
    description:
      'With what was transcribed there. The edit `heard` goes back to it, for one passage or from the first segment to the last.',
    request: { params: IdParam },
    responses: { 200: json('The passages.', HeardPassages) },
  },
} as const satisfies Record<string, Route>;
