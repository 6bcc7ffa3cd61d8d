/** Subtitle cues edited by hand. Part of the table in routes.ts. */
import { CueEditList, EditCues } from '../subtitles/cue-edits.ts';
import type { Route } from './route.ts';
import { body, failure, IdParam, json } from './route-parts.ts';

/** Reads, replaces and removes cues that override the generated ones. */
export const cueRoutes = {
  listCueEdits: {
    method: 'get',
    path: '/v1/transcriptions/{id}/cues',
    access: 'read',
    summary: 'List the subtitles of a completed transcription that were changed by hand',
    description:
      'Each stands for the words from one moment to another, whatever the options of the subtitles are; all others are made of the words. SRT and VTT files have both.',
    request: { params: IdParam },
    responses: { 200: json('In order of time.', CueEditList), default: failure },
  },
  editCues: {
    method: 'patch',
    path: '/v1/transcriptions/{id}/cues',
    access: 'write',
    summary: 'Change subtitles by hand, or go back to those made of the words',
    description:
      'Takes the place of all edits within `from` and `to`. `400` where an edit lies only partly within: name all of its words.',
    maxBody: 256 * 1024,
    request: { params: IdParam, ...body(EditCues) },
    responses: { 200: json('All edits as they are now.', CueEditList), default: failure },
  },
  removeCueEdits: {
    method: 'delete',
    path: '/v1/transcriptions/{id}/cues',
    access: 'write',
    summary: 'Take back all changes of subtitles',
    description: 'They are made of the words again.',
    request: { params: IdParam },
    responses: { 204: { description: 'Nothing is changed by hand any more.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
