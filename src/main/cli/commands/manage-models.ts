import { openAsBlob } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Client } from '../../../shared/client.ts';
import type { CatalogueEntry, Model, ModelDownload } from '../../../shared/models/models.ts';
import { RECOMMENDED_VOICES } from '../../../shared/models/speaker-model-catalogue.ts';
import type { SpeakerModel } from '../../../shared/models/speaker-models.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { isFile } from '../../core/user-folders.ts';
import { followEvents } from '../follow-events.ts';
import { requireReadable } from '../read-source.ts';
import { printJson, printTable } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { untilInterrupted, withService } from '../with-service.ts';

/** The value of `steno models default` and `mirror` that clears the user's choice. */
const AUTOMATIC = 'auto';

export async function listModels(config: Config, { json }: { json: boolean }): Promise<void> {
  await withService(config, async (client) => {
    const models = await client.listModels();
    const speakerModels = await client.listSpeakerModels();
    if (json) return printJson({ ...models, speaker_models: speakerModels.data });
    const { data, folder } = models;
    printTable(
      ['NAME', 'SIZE', 'LANGUAGES', ''],
      data.map((model) => [model.name, size(model.bytes), languages(model), remarks(model)]),
    );
    const speakers = speakerModels.data.filter(({ trust }) => trust !== null);
    process.stdout.write('\n');
    printTable(
      ['SPEAKER MODEL', 'SIZE', 'FOR', ''],
      speakers.map((model) => [
        ...[model.name, size(model.bytes), purpose(model)],
        [model.in_use ? 'in use' : '', TRUST[model.trust ?? 'unknown']].filter(Boolean).join(', '),
      ]),
    );
    process.stderr.write(`\nAdded models lie in ${folder}\n`);
  });
}

/** Which voices a speaker model tells apart; a turn model detects who talks at once. */
function purpose({ task, voices }: SpeakerModel): string {
  if (task === 'turns') return 'people talking at once';
  return voices === null ? '' : `${voices} voices`;
}

function recommendation({ name }: SpeakerModel): string {
  return name === RECOMMENDED_VOICES ? 'recommended' : '';
}

/** The models that can be downloaded, with estimates for this machine. */
export async function listCatalogue(config: Config): Promise<void> {
  await withService(config, async (client) => {
    const { data } = await client.listModelCatalogue();
    printTable(
      ['NAME', 'SIZE', 'LANGUAGES', 'MEMORY', 'SPEED', ''],
      data.map((entry) => [
        entry.name,
        size(entry.bytes),
        catalogueLanguages(entry),
        size(entry.memory_bytes),
        entry.speed === null ? '' : `${entry.speed}×`,
        state(entry),
      ]),
    );
    const speakers = (await client.listSpeakerModels()).data.filter(({ voices }) => voices);
    process.stdout.write('\n');
    printTable(
      ['SPEAKER MODEL', 'SIZE', 'FOR', ''],
      speakers.map((model) => [
        ...[model.name, size(model.bytes), purpose(model)],
        model.trust === null ? (model.download?.state ?? recommendation(model)) : 'installed',
      ]),
    );
    process.stderr.write('\nMemory and speed (seconds of sound a second) are estimates.\n');
    process.stderr.write('Parakeet is by NVIDIA, under CC BY 4.0.\n');
  });
}

/** `steno models add`: adds a file, as a speaker model if it ends in `.onnx`. */
export async function addModel(
  config: Config,
  file: string,
  { name, trust }: { name?: string; trust: boolean },
): Promise<void> {
  if (!(await isFile(file))) {
    throw new AppError('model_missing', { message: `There is no file ${file}.` });
  }
  await requireReadable(file);
  await withService(config, async (client) => {
    const query = {
      filename: basename(file),
      confirmed: trust,
      ...(name === undefined ? {} : { name }),
    };
    const content = await openAsBlob(file);
    if (isSpeakerModel(file)) {
      const added = await client.importSpeakerModel(content, query);
      const does =
        added.task === 'turns'
          ? 'It names both where people talk at once'
          : 'Voices are told apart with it';
      process.stderr.write(`Added "${added.name}". ${does} from now on.\n`);
      return;
    }
    const model = await client.importModel(content, query);
    process.stderr.write(
      `Added "${model.name}". "steno models list" shows which is the default.\n`,
    );
  });
}

/** `steno models remove`, for either kind. */
export async function removeModel(config: Config, name: string): Promise<void> {
  await withService(config, async (client) => {
    const speakers = await client.listSpeakerModels();
    const isOne = speakers.data.some((model) => model.name === name && model.trust !== null);
    return isOne ? client.deleteSpeakerModel(name) : client.deleteModel(name);
  });
  process.stderr.write(`Removed "${name}".\n`);
}

/** Sets the model for requests that name none: for all, or for those in one language. */
export async function setDefaultModel(
  config: Config,
  name: string,
  { language }: { language?: string },
): Promise<void> {
  const model = name === AUTOMATIC ? null : name;
  await withService(config, async (client) => {
    if (language === undefined) return client.updateSettings({ model });
    const { language_models } = await client.getSettings();
    const { [language]: _before, ...others } = language_models;
    const mine = model === null ? {} : { [language]: model };
    return client.updateSettings({ language_models: { ...others, ...mine } });
  });
  process.stderr.write(
    `${language === undefined ? 'The default' : `The default for ${language}`} is ${model ?? 'chosen by Steno'}.\n`,
  );
}

/** A model copied into the folder by hand is loaded once a user vouches for it. */
export async function confirmModel(config: Config, name: string): Promise<void> {
  await withService(config, (client) => client.confirmModel(name));
  process.stderr.write(`"${name}" is used from now on.\n`);
}

/** Sets where models are downloaded from, or prints it. */
export async function setMirror(config: Config, address: string | undefined): Promise<void> {
  await withService(config, async (client) => {
    const model_mirror = address === AUTOMATIC ? DEFAULT_SETTINGS.model_mirror : address;
    const settings =
      model_mirror === undefined
        ? await client.getSettings()
        : await client.updateSettings({ model_mirror });
    process.stdout.write(`${settings.model_mirror}\n`);
  });
}

function size(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

function catalogueLanguages({ size, multilingual }: CatalogueEntry): string {
  if (size === 'parakeet') return '25 European';
  return multilingual ? 'many' : 'English';
}

function languages({ demo, architecture, multilingual }: Model): string {
  if (demo) return 'a few hundred words';
  if (architecture === 'parakeet' && multilingual) return '25 European';
  return multilingual ? 'many' : 'English';
}

const TRUST: Record<Model['trust'], string> = {
  built_in: '',
  catalogue: '',
  confirmed: 'not in the catalogue',
  unknown: 'not confirmed',
};

/** sherpa-onnx models are distinguished from whisper.cpp's by their file extension. */
function isSpeakerModel(file: string): boolean {
  return extname(file).toLowerCase() === '.onnx';
}

function remarks(model: Model): string {
  return [
    model.default ? 'default' : '',
    model.demo ? 'for trying things out' : '',
    TRUST[model.trust],
  ]
    .filter(Boolean)
    .join(', ');
}

function state({ recommended, installed, download }: CatalogueEntry): string {
  if (installed) return 'installed';
  if (download) return download.state;
  return recommended ? 'suits this machine best' : '';
}

/** Downloads a model of the catalogue and shows progress. Ctrl-C pauses: the same command resumes later. */
export async function downloadModel(config: Config, name: string): Promise<void> {
  await untilInterrupted(config, async (client, signal) => {
    const { data } = await client.listModelCatalogue();
    const helper = data.find((entry) => entry.name === name)?.helper ?? null;
    await run(client, name, signal);
    if (helper === null || signal.aborted) return;
    process.stderr.write(`"${helper}" comes with it, to detect the language.\n`);
    await run(client, helper, signal);
  });
}

async function run(client: Client, name: string, interrupt: AbortSignal): Promise<void> {
  const show = createView();
  try {
    const failure = await follow(client, name, interrupt, show);
    process.stderr.write('\n');
    if (failure === null) process.stderr.write(`Installed "${name}".\n`);
    else {
      process.stderr.write(`steno: ${failure}\n`);
      throw new CommandFailed();
    }
  } catch (error) {
    if (!interrupt.aborted) throw error;
    await client.pauseModelDownload(name);
    process.stderr.write('\nPaused. The same command goes on with it.\n');
  }
}

/** Resolves at the end of the download: with null, or with a message about why it failed. */
async function follow(
  client: Client,
  name: string,
  interrupt: AbortSignal,
  show: (download: ModelDownload) => void,
): Promise<string | null> {
  let hasBegun = false;
  for await (const event of followEvents(client, interrupt)) {
    const isNew = event.type === 'models' || (event.type === 'reload' && hasBegun);
    // Asked for first: one that is installed is no longer listed.
    const isListed = event.type !== 'models' || (await isDownloading(client, name));
    if (isNew && (await isInstalled(client, name))) return null;
    if (!isListed) return 'The download was canceled.';
    // From here on no event is missed.
    if (event.type === 'reload') {
      show(await client.downloadModel(name));
      hasBegun = true;
    }
    if (event.type !== 'model_download' || event.download.name !== name) continue;
    show(event.download);
    if (event.download.state === 'failed') return event.download.error?.message ?? 'It failed.';
  }
  throw interrupt.reason;
}

async function isDownloading(client: Client, name: string): Promise<boolean> {
  const [whisper, speakers] = [await client.listModelCatalogue(), await client.listSpeakerModels()];
  return [...whisper.data, ...speakers.data].some(
    (model) => model.name === name && model.download !== null,
  );
}

async function isInstalled(client: Client, name: string): Promise<boolean> {
  const [whisper, speakers] = [await client.listModels(), await client.listSpeakerModels()];
  const there = [...whisper.data, ...speakers.data.filter(({ trust }) => trust !== null)];
  return there.some((model) => model.name === name);
}

/** A progress line on a terminal, one line per 10 % elsewhere. */
function createView(): (download: ModelDownload) => void {
  let shown = -1;
  return ({ name, state, received_bytes, bytes }) => {
    const percent = Math.floor((received_bytes / bytes) * 100);
    const line = state === 'checking' ? `Checking ${name}` : `Downloading ${name}  ${percent}%`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
    else if (Math.floor(percent / 10) !== shown) process.stderr.write(`${line}\n`);
    shown = Math.floor(percent / 10);
  };
}
