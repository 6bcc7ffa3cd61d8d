/** The order in which recordings are transcribed, and the trash. Part of the table in routes.ts. */
import { FailedRecordings, ListFailedQuery, MoveInQueue, Queue } from '../queue.ts';
import { TranscriptionSummary } from '../transcription/transcription.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

const FULL_ACCESS = 'Only for the window and for live keys with the scope `all`.';

export const queueRoutes = {
  getQueue: {
    ...at('get', '/v1/queue', 'read'),
    summary: 'What waits, in its order, and how long all of it will take',
    description: 'Places count all that waits, also what the key does not see.',
    responses: { 200: json('The queue.', Queue) },
  },
  listFailed: {
    ...at('get', '/v1/queue/failed', 'read'),
    summary: 'Recordings with parts that could not be made out',
    description:
      'A part that was tried three times in vain is left out, and the recording goes on without it. Of each recording, the version that stands for it; one whose parts are being transcribed again is left out. `POST /v1/transcriptions/{id}/continue` does that.',
    request: { query: ListFailedQuery },
    responses: { 200: json('The newest first.', FailedRecordings) },
  },
  pauseQueue: {
    ...at('post', '/v1/queue/pause', 'all'),
    summary: 'Begin nothing new until the queue is resumed, also after a restart',
    description: `What is under way is finished. ${FULL_ACCESS}`,
    responses: { 200: json('The queue as it is now.', Queue) },
  },
  resumeQueue: {
    ...at('post', '/v1/queue/resume', 'all'),
    summary: 'Go on with what waits',
    description: FULL_ACCESS,
    responses: { 200: json('The queue as it is now.', Queue) },
  },
  moveInQueue: {
    ...at('patch', '/v1/queue/{id}', 'all'),
    summary: 'Give a transcription that waits another place',
    description: `The others keep their order. \`409\` when it does not wait any more. ${FULL_ACCESS}`,
    request: { params: IdParam, ...body(MoveInQueue) },
    responses: { 200: json('The queue as it is now.', Queue) },
  },
  trashTranscription: {
    ...at('post', '/v1/transcriptions/{id}/trash', 'write'),
    summary: 'Move a transcription to the trash, where it lies for 30 days',
    description:
      'What is not over is canceled first. It is in no list and no search from then on, until it is restored, or deleted for good.',
    request: { params: IdParam },
    responses: { 200: json('As it is now, without its result.', TranscriptionSummary) },
  },
  restoreTranscription: {
    ...at('post', '/v1/transcriptions/{id}/restore', 'write'),
    summary: 'Take a transcription out of the trash',
    description: 'It is as it was, with its tags, its edits and its recording.',
    request: { params: IdParam },
    responses: { 200: json('As it is now, without its result.', TranscriptionSummary) },
  },
  emptyTrash: {
    ...at('delete', '/v1/trash', 'write'),
    summary: 'Delete for good what lies in the trash',
    description: 'All of it that the key sees, with recordings and texts. Cannot be undone.',
    responses: { 204: { description: 'It is gone.' } },
  },
} as const satisfies Record<string, Route>;
