/** Whisper models: what is installed, what can be had, and getting it. */
import { z } from 'zod';
import {
  ImportModelQuery,
  Model,
  ModelCatalogue,
  ModelDownload,
  ModelList,
} from '../models/models.ts';
import type { Route } from './route.ts';
import { failure, json } from './route-parts.ts';

const ModelParam = z.object({ name: z.string().max(100) });

/** Models for transcribing. */
export const modelRoutes = {
  listModels: {
    method: 'get',
    path: '/v1/models',
    access: 'read',
    summary: 'List the installed Whisper models',
    responses: { 200: json('The models.', ModelList), default: failure },
  },
  listModelCatalogue: {
    method: 'get',
    path: '/v1/models/catalogue',
    access: 'window',
    summary: 'List the models that can be downloaded, with downloads',
    responses: { 200: json('The catalogue.', ModelCatalogue), default: failure },
  },
  importModel: {
    method: 'post',
    path: '/v1/models/import',
    access: 'window',
    summary: "Add a model file's bytes",
    request: {
      query: ImportModelQuery,
      body: {
        required: true,
        content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
      },
    },
    responses: { 201: json('Added.', Model), default: failure },
  },
  confirmModel: {
    method: 'post',
    path: '/v1/models/{name}/confirm',
    access: 'window',
    summary: 'Vouch for a model that the catalogue does not know',
    request: { params: ModelParam },
    responses: { 200: json('It may be used.', Model), default: failure },
  },
  deleteModel: {
    method: 'delete',
    path: '/v1/models/{name}',
    access: 'window',
    summary: 'Delete an added model',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
  downloadModel: {
    method: 'post',
    path: '/v1/models/{name}/download',
    access: 'window',
    summary: 'Download a model of the catalogue, or go on with it',
    request: { params: ModelParam },
    responses: { 202: json('It is under way.', ModelDownload), default: failure },
  },
  pauseModelDownload: {
    method: 'post',
    path: '/v1/models/{name}/download/pause',
    access: 'window',
    summary: 'Pause a download; what has arrived stays',
    request: { params: ModelParam },
    responses: { 200: json('It rests.', ModelDownload), default: failure },
  },
  cancelModelDownload: {
    method: 'delete',
    path: '/v1/models/{name}/download',
    access: 'window',
    summary: 'Stop a download and throw away what has arrived',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
