/** Subtitles in other languages. Part of the table in routes.ts. */
import { z } from 'zod';
import {
  TranslatedCueList,
  Translation,
  TranslationList,
  TranslationRequest,
} from '../subtitles/translations.ts';
import type { Route } from './route.ts';
import { body, failure, IdParam, json } from './route-parts.ts';

const TranslationParam = IdParam.extend({ language: z.string().max(12) });

/** Asks for, reads and removes translations by a language model. */
export const translationRoutes = {
  createTranslation: {
    method: 'post',
    path: '/v1/transcriptions/{id}/translations',
    access: 'write',
    summary: 'Translate the subtitles of a completed transcription with a language model',
    description:
      'Cue by cue, in the background: ask for the translations until it is `completed` or `failed`, or follow `translation` in `/v1/events`. `409` without a language model in the settings, or until the transcription is completed. Asked again, a failed one goes on where it stopped, and of an outdated one only what has changed is translated.',
    request: { params: IdParam, ...body(TranslationRequest) },
    responses: { 202: json('As it stands.', Translation), default: failure },
  },
  listTranslations: {
    method: 'get',
    path: '/v1/transcriptions/{id}/translations',
    access: 'read',
    summary: 'List the translations of a completed transcription’s subtitles',
    description:
      'One for each language. Those that are `finished` can be exported: give `language` to the export.',
    request: { params: IdParam },
    responses: {
      200: json('In the order they were asked for.', TranslationList),
      default: failure,
    },
  },
  listTranslatedCues: {
    method: 'get',
    path: '/v1/transcriptions/{id}/translations/{language}/cues',
    access: 'read',
    summary: 'List the subtitles of a finished translation, in both languages',
    description: '`409` until it is finished.',
    request: { params: TranslationParam },
    responses: { 200: json('In order of time.', TranslatedCueList), default: failure },
  },
  deleteTranslation: {
    method: 'delete',
    path: '/v1/transcriptions/{id}/translations/{language}',
    access: 'write',
    summary: 'Stop or remove a translation',
    description:
      'Stops one that is being made, or did not succeed; what was finished before it stays, and goes when it is removed again.',
    request: { params: TranslationParam },
    responses: { 204: { description: 'It is stopped or removed.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
