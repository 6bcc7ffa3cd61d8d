import type { SettingsPatch } from '../shared/settings.ts';

/** Refuses settings that mean nothing on this machine. @throws invalid_request */
export async function checkSettings(
  { model, language_models = {} }: SettingsPatch,
  { checkModel }: { checkModel: (name: string, param: string) => Promise<void> },
): Promise<void> {
  if (model) await checkModel(model, 'model');
  for (const name of Object.values(language_models)) await checkModel(name, 'language_models');
}
