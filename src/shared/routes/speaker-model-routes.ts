/** Speaker models: installed and available; `POST /v1/models/{name}/download` downloads them too. */
import { z } from 'zod';
import { ImportModelQuery } from '../models/models.ts';
import { SpeakerModel, SpeakerModelList } from '../models/speaker-models.ts';
import type { Route } from './route.ts';
import { binary, failure, json } from './route-parts.ts';

/** Routes for speaker models. */
export const speakerModelRoutes = {
  listSpeakerModels: {
    method: 'get',
    path: '/v1/speaker-models',
    access: 'window',
    summary: 'List the speaker models, installed and to be had',
    description: 'Of each task the one that was added last is in use.',
    responses: { 200: json('The models.', SpeakerModelList), default: failure },
  },
  importSpeakerModel: {
    method: 'post',
    path: '/v1/speaker-models/import',
    access: 'window',
    summary: "Add a speaker model file's bytes",
    description:
      'The file is the body: an ONNX model that sherpa-onnx can use. It is tried before it is added.',
    request: {
      query: ImportModelQuery,
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: binary } },
      },
    },
    responses: { 201: json('Added, and in use.', SpeakerModel), default: failure },
  },
  deleteSpeakerModel: {
    method: 'delete',
    path: '/v1/speaker-models/{name}',
    access: 'window',
    summary: 'Delete an added speaker model',
    description: 'The one before it is used again.',
    request: { params: z.object({ name: z.string().max(100) }) },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
