/** Endpoints compatible with OpenAI's audio API. Part of the table in routes.ts. */
import { z } from 'zod';
import { AudioDiarized, AudioEvent, AudioForm, AudioText, AudioVerbose } from '../openai-audio.ts';
import type { Route } from './route.ts';
import { at, binary, form } from './route-parts.ts';

const request = form(z.object({ file: binary, ...AudioForm.shape }));

const responses = {
  200: {
    description: 'The text, in the format that was asked for.',
    content: {
      'application/json': { schema: z.union([AudioVerbose, AudioDiarized, AudioText]) },
      'text/plain': { schema: z.string() },
      'application/x-subrip': { schema: z.string() },
      'text/vtt': { schema: z.string() },
      'text/event-stream': { schema: AudioEvent },
    },
  },
};

/** The response arrives when the text is complete: disconnecting cancels the transcription. */
export const audioRoutes = {
  audioTranscription: {
    ...at('post', '/v1/audio/transcriptions', 'write'),
    errors: 'openai',
    summary: 'Transcribe a recording as OpenAI’s API does: upload, wait, text',
    description:
      'For programs that know that API. The transcription queues, counts and stays like any other; `X-Transcription-Id` is its id. Hanging up cancels it.',
    request,
    responses,
  },
  audioTranslation: {
    ...at('post', '/v1/audio/translations', 'write'),
    errors: 'openai',
    summary: 'Write in English what is said in another language, as OpenAI’s API does',
    description:
      'As `POST /v1/audio/transcriptions`, with a model that translates: `translates` in `GET /v1/models`.',
    request,
    responses,
  },
} as const satisfies Record<string, Route>;
