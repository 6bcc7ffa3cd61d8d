/** Whisper models: installed, available, and downloading them. */
import { z } from 'zod';
import { MachineList } from '../machines.ts';
import { DeviceList } from '../models/devices.ts';
import {
  ImportModelQuery,
  Model,
  ModelCatalogue,
  ModelDownload,
  ModelList,
} from '../models/models.ts';
import { SpeakerModel, SpeakerModelList } from '../models/speaker-models.ts';
import type { Route } from './route.ts';
import { at, json, octets } from './route-parts.ts';

const ModelParam = z.object({ name: z.string().max(100) });

export const modelRoutes = {
  listModels: {
    ...at('get', '/v1/models', 'read'),
    summary: 'List the installed Whisper models',
    description: 'A transcription may name any of them as its `model`.',
    responses: { 200: json('The models.', ModelList) },
  },
  listModelCatalogue: {
    ...at('get', '/v1/models/catalogue', 'window'),
    summary: 'List the models that can be downloaded, with downloads',
    description:
      'Each with its size, an estimate of its speed on this machine, and how far its download is.',
    responses: { 200: json('The catalogue.', ModelCatalogue) },
  },
  importModel: {
    ...at('post', '/v1/models/import', 'window'),
    summary: "Add a model file's bytes",
    description:
      'The file is the body. One whose digest the catalogue does not know is refused unless `confirmed` says that you trust it.',
    request: { query: ImportModelQuery, ...octets },
    responses: { 201: json('Added.', Model) },
  },
  confirmModel: {
    ...at('post', '/v1/models/{name}/confirm', 'window'),
    summary: 'Vouch for a model that the catalogue does not know',
    description:
      'A model file can attack the program that reads it: confirm only what comes from somebody you trust.',
    request: { params: ModelParam },
    responses: { 200: json('It may be used.', Model) },
  },
  deleteModel: {
    ...at('delete', '/v1/models/{name}', 'window'),
    summary: 'Delete an added model',
    description: '`409` while a transcription that is not over needs it.',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' } },
  },
  downloadModel: {
    ...at('post', '/v1/models/{name}/download', 'window'),
    summary: 'Download a model of the catalogue, or go on with it',
    description:
      'Goes on in the background and survives restarts; `model_download` events say how far it is. Also for speaker models.',
    request: { params: ModelParam },
    responses: { 202: json('It is under way.', ModelDownload) },
  },
  pauseModelDownload: {
    ...at('post', '/v1/models/{name}/download/pause', 'window'),
    summary: 'Pause a download; what has arrived stays',
    description: 'Downloading it again goes on where it stopped.',
    request: { params: ModelParam },
    responses: { 200: json('It rests.', ModelDownload) },
  },
  cancelModelDownload: {
    ...at('delete', '/v1/models/{name}/download', 'window'),
    summary: 'Stop a download and throw away what has arrived',
    description: 'Downloading it again begins at the beginning.',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' } },
  },
} as const satisfies Record<string, Route>;

export const speakerModelRoutes = {
  listSpeakerModels: {
    ...at('get', '/v1/speaker-models', 'window'),
    summary: 'List the speaker models, installed and to be had',
    description: 'Of each task the one that was added last is in use.',
    responses: { 200: json('The models.', SpeakerModelList) },
  },
  importSpeakerModel: {
    ...at('post', '/v1/speaker-models/import', 'window'),
    summary: "Add a speaker model file's bytes",
    description:
      'The file is the body: an ONNX model that sherpa-onnx can use. It is tried before it is added.',
    request: { query: ImportModelQuery, ...octets },
    responses: { 201: json('Added, and in use.', SpeakerModel) },
  },
  deleteSpeakerModel: {
    ...at('delete', '/v1/speaker-models/{name}', 'window'),
    summary: 'Delete an added speaker model',
    description: 'The one before it is used again.',
    request: { params: ModelParam },
    responses: { 204: { description: 'It is gone.' } },
  },
} as const satisfies Record<string, Route>;

export const deviceRoutes = {
  listDevices: {
    ...at('get', '/v1/devices', 'window'),
    summary: 'List the processor and the graphics cards',
    description:
      'Each with how fast models are on it. The setting `device` chooses one; a card that finds other words than the processor is not used.',
    responses: { 200: json('The devices.', DeviceList) },
  },
  tryDevice: {
    ...at('post', '/v1/devices/{id}/try', 'window'),
    summary: 'Try a graphics card again',
    description:
      'Forgets why it is off and lets it transcribe the sample with the model in use; a `models` event says when that is over.',
    request: { params: z.object({ id: z.string().max(200) }) },
    responses: { 202: json('It is being tried.', DeviceList) },
  },
} as const satisfies Record<string, Route>;

export const machineRoutes = {
  listMachines: {
    ...at('get', '/v1/machines', 'read-all'),
    summary: 'List the machines that transcribe, and the services on the database',
    description:
      'Those that are there now; one that left, or was silent for 15 seconds, is not in the list. What they do is at most ten seconds old.',
    responses: { 200: json('The machines.', MachineList) },
  },
} as const satisfies Record<string, Route>;
