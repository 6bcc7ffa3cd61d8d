import type { Config } from '../config.ts';
import { createLocalModels } from '../local-models.ts';
import { printTable } from './table.ts';

export async function listModels(config: Config): Promise<void> {
  const store = createLocalModels(config);
  const models = await store.list();
  printTable(
    ['NAME', 'SIZE', 'LANGUAGES', ''],
    models.map((model, index) => [
      model.name,
      `${Math.round(model.bytes / 1_000_000)} MB`,
      model.demo ? 'a few hundred words' : model.multilingual ? 'many' : 'English',
      [index === 0 ? 'default' : '', model.demo ? 'for trying things out' : '']
        .filter(Boolean)
        .join(', '),
    ]),
  );
  process.stderr.write(`\nAdded models lie in ${store.folder}\n`);
}

export async function addModel(config: Config, file: string, name?: string): Promise<void> {
  const model = await createLocalModels(config).add(file, name);
  process.stderr.write(`Added "${model.name}". "steno models list" shows which is the default.\n`);
}

export async function removeModel(config: Config, name: string): Promise<void> {
  await createLocalModels(config).remove(name);
  process.stderr.write(`Removed "${name}".\n`);
}
