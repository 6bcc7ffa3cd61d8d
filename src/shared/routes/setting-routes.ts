/** The user's settings and storage. Part of the table in routes.ts. */
import { AutomaticExportStatus } from '../exports/automatic-export.ts';
import { LlmModelList, LlmServerInput } from '../llm.ts';
import { LossList } from '../losses.ts';
import { Settings, SettingsPatch } from '../settings.ts';
import { WatchFolder } from '../sources/watch-folder.ts';
import { Backup, BackupList, Storage } from '../storage.ts';
import type { Route } from './route.ts';
import { at, body, json } from './route-parts.ts';

export const settingRoutes = {
  getSettings: {
    ...at('get', '/v1/settings', 'window'),
    summary: 'Get the settings',
    description: 'Secrets are left out: they are only said to be there.',
    responses: { 200: json('The settings.', Settings) },
  },
  updateSettings: {
    ...at('patch', '/v1/settings', 'window'),
    summary: 'Change settings',
    description: 'Fields that are left out stay as they are.',
    request: body(SettingsPatch),
    responses: { 200: json('The settings as they are now.', Settings) },
  },
  listLlmModels: {
    ...at('post', '/v1/llm/models', 'window'),
    summary: "Try a language model's server: list its models",
    description:
      'Nothing is stored. Without `api_key`, the one from the settings is used if the address is the same.',
    request: body(LlmServerInput),
    responses: { 200: json('They can be used.', LlmModelList) },
  },
  getWatchFolder: {
    ...at('get', '/v1/watch-folder', 'window'),
    summary: 'How the watch folder stands',
    description: 'Recordings that come into this folder are transcribed by themselves.',
    responses: { 200: json('Its state.', WatchFolder) },
  },
  getAutomaticExport: {
    ...at('get', '/v1/automatic-export', 'window'),
    summary: 'How the automatic export stands',
    description: 'What it writes is in the settings (`auto_export`).',
    responses: { 200: json('Its state.', AutomaticExportStatus) },
  },
  getStorage: {
    ...at('get', '/v1/storage', 'window'),
    summary: 'How much room everything takes',
    description: 'Recordings, uploads, models and the database, and what is free on the disk.',
    responses: { 200: json('In bytes.', Storage) },
  },
  listLosses: {
    ...at('get', '/v1/losses', 'window'),
    summary: 'What the database has lost, and what became of it',
    description:
      'What starts of the last 30 days have found that the database did not know. What was dismissed is not among it.',
    responses: { 200: json('The newest first.', LossList) },
  },
  dismissLosses: {
    ...at('delete', '/v1/losses', 'window'),
    summary: 'Dismiss the notices about what was lost',
    description: 'No file is deleted by it.',
    responses: { 204: { description: 'They are listed no longer.' } },
  },
  listBackups: {
    ...at('get', '/v1/backups', 'window'),
    summary: 'List the backups of the database, newest first',
    description: 'One is made each day while nothing is being transcribed.',
    responses: { 200: json('The backups.', BackupList) },
  },
  createBackup: {
    ...at('post', '/v1/backups', 'window'),
    summary: 'Back the database up now',
    description: 'The database alone: recordings and models are not part of it.',
    responses: { 201: json('The backup.', Backup) },
  },
  deleteBackups: {
    ...at('delete', '/v1/backups', 'window'),
    summary: 'Delete all backups, with what was deleted from the library since',
    description: 'Until then, what was deleted from the library is still in them.',
    responses: { 204: { description: 'They are gone.' } },
  },
} as const satisfies Record<string, Route>;
