import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CatalogueEntry, Model } from '../../shared/models.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { withService } from './connect.ts';
import { printTable } from './table.ts';

/** What `steno models default` takes for "no choice of my own". */
const AUTOMATIC = 'auto';

export async function listModels(config: Config): Promise<void> {
  await withService(config, async (client) => {
    const { data, folder } = await client.listModels();
    printTable(
      ['NAME', 'SIZE', 'LANGUAGES', ''],
      data.map((model) => [model.name, size(model.bytes), languages(model), remarks(model)]),
    );
    process.stderr.write(`\nAdded models lie in ${folder}\n`);
  });
}

/** The models that can be downloaded, with estimates for this machine. */
export async function listCatalogue(config: Config): Promise<void> {
  await withService(config, async (client) => {
    const { data } = await client.modelCatalogue();
    printTable(
      ['NAME', 'SIZE', 'LANGUAGES', 'MEMORY', 'SPEED', ''],
      data.map((entry) => [
        entry.name,
        size(entry.bytes),
        entry.multilingual ? 'many' : 'English',
        size(entry.memory_bytes),
        entry.speed === null ? '' : `${entry.speed}×`,
        state(entry),
      ]),
    );
    process.stderr.write('\nMemory and speed (seconds of sound a second) are estimates.\n');
  });
}

export async function addModel(
  config: Config,
  file: string,
  { name, trust }: { name: string | undefined; trust: boolean },
): Promise<void> {
  if (!(await stat(file).catch(() => null))?.isFile()) {
    throw new AppError('model_missing', { message: `There is no file ${file}.` });
  }
  await withService(config, async (client) => {
    const model = await client.importModel(await openAsBlob(file), {
      filename: basename(file),
      confirmed: trust,
      ...(name === undefined ? {} : { name }),
    });
    process.stderr.write(
      `Added "${model.name}". "steno models list" shows which is the default.\n`,
    );
  });
}

export async function removeModel(config: Config, name: string): Promise<void> {
  await withService(config, (client) => client.deleteModel(name));
  process.stderr.write(`Removed "${name}".\n`);
}

/** Sets the model for requests that name none: for all, or for those in one language. */
export async function setDefaultModel(
  config: Config,
  name: string,
  language: string | null,
): Promise<void> {
  const model = name === AUTOMATIC ? null : name;
  await withService(config, async (client) => {
    if (language === null) return client.updateSettings({ model });
    const { language_models } = await client.getSettings();
    const { [language]: _before, ...others } = language_models;
    const mine = model === null ? {} : { [language]: model };
    return client.updateSettings({ language_models: { ...others, ...mine } });
  });
  process.stderr.write(
    `${language === null ? 'The default' : `The default for ${language}`} is ${model ?? 'chosen by Steno'}.\n`,
  );
}

function size(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

function languages({ demo, multilingual }: Model): string {
  if (demo) return 'a few hundred words';
  return multilingual ? 'many' : 'English';
}

function remarks(model: Model): string {
  return [
    model.default ? 'default' : '',
    model.demo ? 'for trying things out' : '',
    model.trust === 'confirmed' ? 'not in the catalogue' : '',
    model.trust === 'unknown' ? 'not confirmed' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function state({ recommended, installed, download }: CatalogueEntry): string {
  if (installed) return 'installed';
  if (download) return download.state;
  return recommended ? 'suits this machine best' : '';
}
