/** Subtitles edited by hand, and their translations. Part of the table in routes.ts. */
import { z } from 'zod';
import { CueEditList, EditCues } from '../subtitles/cue-edits.ts';
import {
  TranslatedCueList,
  Translation,
  TranslationList,
  TranslationRequest,
} from '../subtitles/translations.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

/** Reads, replaces and removes cues that override the generated ones. */
export const cueRoutes = {
  listCueEdits: {
    ...at('get', '/v1/transcriptions/{id}/cues', 'read'),
    summary: 'List the subtitles of a completed transcription that were changed by hand',
    description:
      'Each stands for the words from one moment to another, whatever the options of the subtitles are; all others are made of the words. SRT and VTT files have both.',
    request: { params: IdParam },
    responses: { 200: json('In order of time.', CueEditList) },
  },
  editCues: {
    ...at('patch', '/v1/transcriptions/{id}/cues', 'write'),
    summary: 'Change subtitles by hand, or go back to those made of the words',
    description:
      'Takes the place of all edits within `from` and `to`, as a step of the history. `400` where an edit lies only partly within: name all of its words.',
    maxBody: 256 * 1024,
    request: { params: IdParam, ...body(EditCues) },
    responses: { 200: json('All edits as they are now.', CueEditList) },
  },
  removeCueEdits: {
    ...at('delete', '/v1/transcriptions/{id}/cues', 'write'),
    summary: 'Take back all changes of subtitles',
    description:
      'They are made of the words again. It is a step of the history, unless there is nothing to take back.',
    request: { params: IdParam },
    responses: { 204: { description: 'Nothing is changed by hand any more.' } },
  },
} as const satisfies Record<string, Route>;

const TranslationParam = IdParam.extend({ language: z.string().max(12) });

/** Asks for, reads and removes translations by a language model. */
export const translationRoutes = {
  createTranslation: {
    ...at('post', '/v1/transcriptions/{id}/translations', 'write'),
    summary: 'Translate the subtitles of a completed transcription with a language model',
    description:
      'Cue by cue, in the background: ask for the translations until it is `completed` or `failed`, or follow `translation` in `/v1/events`. `409` without a language model in the settings, or until the transcription is completed. Asked again, a failed one goes on where it stopped, and of an outdated one only what has changed is translated.',
    request: { params: IdParam, ...body(TranslationRequest) },
    responses: { 202: json('As it stands.', Translation) },
  },
  listTranslations: {
    ...at('get', '/v1/transcriptions/{id}/translations', 'read'),
    summary: 'List the translations of a completed transcription’s subtitles',
    description:
      'One for each language. Those that are `finished` can be exported: give `language` to the export.',
    request: { params: IdParam },
    responses: { 200: json('In the order they were asked for.', TranslationList) },
  },
  listTranslatedCues: {
    ...at('get', '/v1/transcriptions/{id}/translations/{language}/cues', 'read'),
    summary: 'List the subtitles of a finished translation, in both languages',
    description: '`409` until it is finished.',
    request: { params: TranslationParam },
    responses: { 200: json('In order of time.', TranslatedCueList) },
  },
  cancelTranslation: {
    ...at('post', '/v1/transcriptions/{id}/translations/{language}/cancel', 'write'),
    summary: 'Stop a translation that is being made',
    description:
      'One that is being made, or did not succeed, ends; what was finished before it stays. One that was finished meanwhile stays as it is.',
    request: { params: TranslationParam },
    responses: { 204: { description: 'None is being made.' } },
  },
  deleteTranslation: {
    ...at('delete', '/v1/transcriptions/{id}/translations/{language}', 'write'),
    summary: 'Stop or remove a translation',
    description:
      'Stops one that is being made, or did not succeed; what was finished before it stays, and goes when it is removed again. To stop one whatever happens meanwhile, cancel it.',
    request: { params: TranslationParam },
    responses: { 204: { description: 'It is stopped or removed.' } },
  },
} as const satisfies Record<string, Route>;
