/** Naming speakers, labeling again, and remembered voices. */
import { z } from 'zod';
import { decimal } from '../decimal.ts';
import {
  LabelSpeakers,
  RenameSpeaker,
  RenameVoice,
  Voice,
  VoiceList,
} from '../transcription/speakers.ts';
import { Transcription } from '../transcription/transcription.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

const SpeakerParam = IdParam.extend({
  speaker: decimal(z.number().int().positive()).describe('The `id` of one of its `speakers`.'),
});

/** Routes for speakers: names, new labels, and recognized voices. */
export const speakerRoutes = {
  renameSpeaker: {
    ...at('patch', '/v1/transcriptions/{id}/speakers/{speaker}', 'write'),
    summary: 'Name a speaker, everywhere in a completed transcription',
    description:
      'Texts, subtitles and exports follow. With `remember` the voice is known by this name in other recordings; what the speaker taught under the name before is forgotten. `null` takes the name away.',
    request: { params: SpeakerParam, ...body(RenameSpeaker) },
    responses: { 200: json('The transcription with the name.', Transcription) },
  },
  labelSpeakers: {
    ...at('post', '/v1/transcriptions/{id}/speakers', 'write'),
    summary: 'Label the speakers of a completed transcription again, without transcribing again',
    description:
      'Names stay with those who said most of the same words; corrected segments stay whole. It is a step of the history, which can be undone.',
    request: { params: IdParam, ...body(LabelSpeakers) },
    responses: { 200: json('The transcription, labeled again.', Transcription) },
  },
  listVoices: {
    ...at('get', '/v1/voices', 'read'),
    summary: 'List the voices that are remembered',
    description: 'The people whose speakers were named, each once.',
    responses: { 200: json('By name.', VoiceList) },
  },
  renameVoice: {
    ...at('patch', '/v1/voices/{id}', 'write'),
    summary: 'Rename a voice',
    description: 'Names in transcripts stay as they are. `409` when another voice has this name.',
    request: { params: IdParam, ...body(RenameVoice) },
    responses: { 200: json('The voice with its name.', Voice) },
  },
  forgetVoice: {
    ...at('delete', '/v1/voices/{id}', 'write'),
    summary: 'Forget a voice',
    description: 'As every speaker model knows it. Names in transcripts stay.',
    request: { params: IdParam },
    responses: { 204: { description: 'It is forgotten.' } },
  },
} as const satisfies Record<string, Route>;
