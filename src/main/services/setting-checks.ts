import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { SettingsPatch } from '../../shared/settings.ts';
import { AppError } from '../errors.ts';

/** Refuses settings that mean nothing on this machine. @throws invalid_request */
export async function checkSettings(
  { model, language_models = {}, watch_folder }: SettingsPatch,
  { checkModel }: { checkModel: (name: string, param: string) => Promise<void> },
): Promise<void> {
  if (model) await checkModel(model, 'model');
  for (const name of Object.values(language_models)) await checkModel(name, 'language_models');
  if (watch_folder) await checkFolder(watch_folder);
}

async function checkFolder(path: string): Promise<void> {
  const there = isAbsolute(path) && (await stat(path).catch(() => null))?.isDirectory();
  if (there) return;
  throw new AppError('invalid_request', {
    param: 'watch_folder',
    message: 'There is no such folder. Give its whole path, such as /home/ann/Recordings.',
  });
}
