/** Whisper models: installed, available, and downloading them. */
import { z } from 'zod';
import {
  ImportModelQuery,
  Model,
  ModelCatalogue,
  ModelDownload,
  ModelList,
} from '../models/models.ts';
import type { Route } from './route.ts';
import { binary, failure, json } from './route-parts.ts';

const ModelParam = z.object({ name: z.string().max(100) });

/** Models for transcription. */
export const modelRoutes = {
  listModels: {
    method: 'get',
    path: '/v1/models',
    access: 'read',
    summary: 'List the installed Whisper models',
    description: 'A transcription may name any of them as its `model`.',
    responses: { 200: json('The models.', ModelList), default: failure },
  },
  listModelCatalogue: {
    method: 'get',
    path: '/v1/models/catalogue',
    access: 'window',
    summary: 'List the models that can be downloaded, with downloads',
    description:
      'Each with its size, an estimate of its speed on this machine, and how far its download is.',
    responses: { 200: json('The catalogue.', ModelCatalogue), default: failure },
  },
  importModel: {
    method: 'post',
    path: '/v1/models/import',
    access: 'window',
    summary: "Add a model file's bytes",
    description:
      'The file is the body. One whose digest the catalogue does not know is refused unless `confirmed` says that you trust it.',
    request: {
      query: ImportModelQuery,
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: binary } },
      },
    },
    responses: { 201: json('Added.', Model), default: failure },
  },
  confirmModel: {
    method: 'post',
    path: '/v1/models/{name}/confirm',
    access: 'window',
    summary: 'Vouch for a model that the catalogue does not know',
    description:
      'A model file can attack the program that reads it: confirm only what comes from somebody you trust.',
    request: { params: ModelParam },
    responses: { 200: json('It may be used.', Model), default: failure },
  },
  deleteModel: {
    method: 'delete',
    path: '/v1/models/{name}',
    access: 'window',
    summary: 'Delete an added model',
    description: '`409` while a transcription that is not over needs it.',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
  downloadModel: {
    method: 'post',
    path: '/v1/models/{name}/download',
    access: 'window',
    summary: 'Download a model of the catalogue, or go on with it',
    description:
      'Goes on in the background and survives restarts; `model_download` events say how far it is. Also for speaker models.',
    request: { params: ModelParam },
    responses: { 202: json('It is under way.', ModelDownload), default: failure },
  },
  pauseModelDownload: {
    method: 'post',
    path: '/v1/models/{name}/download/pause',
    access: 'window',
    summary: 'Pause a download; what has arrived stays',
    description: 'Downloading it again goes on where it stopped.',
    request: { params: ModelParam },
    responses: { 200: json('It rests.', ModelDownload), default: failure },
  },
  cancelModelDownload: {
    method: 'delete',
    path: '/v1/models/{name}/download',
    access: 'window',
    summary: 'Stop a download and throw away what has arrived',
    description: 'Downloading it again begins at the beginning.',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
